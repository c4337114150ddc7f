// Shows a page of another site in a note. It is framed here, on the content origin, so that the policy of the app allows
// no frames of other sites. The address is in the fragment, which no server sees.
const asked = new URLSearchParams(location.hash.slice(1));
const address = URL.parse(asked.get('src') ?? '');
if (address?.protocol === 'https:') {
  const page = document.createElement('iframe');
  // Its scripts run as those of its own site; it cannot navigate the app, submit forms or download.
  page.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation');
  page.allow = 'fullscreen';
  page.title = asked.get('title') ?? address.hostname;
  // Players refuse to work without a referrer; this one names the content origin only.
  page.referrerPolicy = 'strict-origin';
  page.src = address.href;
  document.body.append(page);
}
