import { expect, it } from 'vitest'

import { plainPage } from '../../src/oauth/page.js'

it('escapes what it shows', () => {
  const { body } = plainPage(`<script>alert("1")</script> & 'more'`)
  expect(body).toContain('<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;</p>')
})

it('may load, run and be embedded by nothing', () => {
  expect(plainPage('').headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
})
