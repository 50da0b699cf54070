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
  'function done(){delete d.dataset.splash}' +
  'var skip=/^(\\/(english|espanol))?\\/(admin|vendedor|painel)(\\/|$)/.test(location.pathname)||/bot|crawl|spider|slurp|lighthouse/i.test(navigator.userAgent);' +
  'if(s&&!s.splash&&!skip&&document.getElementById("splash"))try{s.splash="shown";d.dataset.splash="on";' +
  'w.addEventListener(p,function(){setTimeout(done,2000)})}catch(e){}' +
  'var t=setTimeout(function(){var a;try{a=s.reloaded;s.reloaded="1"}catch(e){a="1"}' +
  'if(a){done();d.dataset.stuck="1"}else location.reload()},20000);' +
  'w.addEventListener(p,function(){clearTimeout(t)})})(document.documentElement,window)';

/** Dispatched on the document after the event listeners of the shell are registered. */
export const ALIVE_EVENT = "lacambeche:alive";

/**
 * Framework scripts load after the first contentful paint, so that text and images get the bandwidth first; a tap or
 * key press loads them immediately, as does a browser that does not paint (a background tab). Clicks before hydration
 * on a button, or on a link that needs state, are stopped and replayed once after hydration: React may or may not
 * handle a click during hydration.
 */
export const LATE_SCRIPT =
  '(function(d,w){var g=0;function go(){if(g)return;g=1;d.querySelectorAll("script[type=late]").forEach(function(o){' +
  'var n=d.createElement("script");for(var i=0;i<o.attributes.length;i++){var a=o.attributes[i];if(a.name!=="type")n.setAttribute(a.name,a.value)}' +
  'o.replaceWith(n)})}' +
  'if(d.hidden||!w.PerformanceObserver)return go();' +
  'try{new PerformanceObserver(function(l){if(l.getEntriesByName("first-contentful-paint").length)go()}).observe({type:"paint",buffered:true})}catch(e){go()}' +
  'function heard(t){return Object.keys(t).some(function(k){return k.indexOf("__reactProps")===0})}' +
  'var b=null;function keep(e){var t=e.target.closest&&e.target.closest("button,a[data-needs-state],a[data-language]");' +
  'if(!t||t.form||t.hasAttribute("popovertarget")||e.ctrlKey||e.metaKey||e.shiftKey)return;' +
  'b=t;e.preventDefault();e.stopImmediatePropagation();' +
  'if(t.href)setTimeout(function(){if(b===t)location.href=t.href},2500)}' +
  'function act(n){if(b&&b.isConnected&&n&&!heard(b))return setTimeout(act,50,n-1);' +
  'd.removeEventListener("click",keep,true);var t=b;b=null;if(t&&t.isConnected)t.click()}' +
  'd.addEventListener("click",keep,true);' +
  `d.addEventListener("${ALIVE_EVENT}",function(){setTimeout(act,0,40)},{once:true});` +
  '["pointerdown","keydown","visibilitychange"].forEach(function(e){d.addEventListener(e,go,{once:true,capture:true})});' +
  'setTimeout(go,3000)})(document,window)';
