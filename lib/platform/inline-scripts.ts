/** Runs before the first paint: sets the stored theme (default dark) and whether the account menu is shown. */
export const THEME_SCRIPT =
  '(function(d){var t="dark";try{t=localStorage.getItem("theme")||t}catch(e){}' +
  'd.className+=" "+(t==="light"?"light":"dark");d.style.colorScheme=t==="light"?"light":"dark";' +
  'if(/(?:^|; )logged=1/.test(document.cookie))d.dataset.logged="1"})(document.documentElement)';

/**
 * Splash screen of the specification, on pages that contain one: shown until two seconds after DOMContentLoaded
 * (images, fonts and framework scripts do not count), once per browser session, not in the panels and not for
 * crawlers. When the document is not parsed after 20 s the page is reloaded once per session; after that the error
 * message in the HTML is shown.
 */
export const SPLASH_SCRIPT =
  '(function(d,w){var s,p="DOMContentLoaded";try{s=sessionStorage}catch(e){}' +
  "function done(){delete d.dataset.splash}" +
  "var skip=/^(\\/(english|espanol))?\\/(admin|vendedor|painel)(\\/|$)/.test(location.pathname)||/bot|crawl|spider|slurp|lighthouse/i.test(navigator.userAgent);" +
  'if(s&&!s.splash&&!skip&&document.getElementById("splash"))try{s.splash="shown";d.dataset.splash="on";' +
  "w.addEventListener(p,function(){setTimeout(done,2000)})}catch(e){}" +
  'var t=setTimeout(function(){var a;try{a=s.reloaded;s.reloaded="1"}catch(e){a="1"}' +
  'if(a){done();d.dataset.stuck="1"}else location.reload()},20000);' +
  "w.addEventListener(p,function(){clearTimeout(t)})})(document.documentElement,window)";

/** Dispatched on the document after the event listeners of the shell are registered; browser tests wait for it. */
export const HYDRATED_EVENT = "lacambeche:alive";
