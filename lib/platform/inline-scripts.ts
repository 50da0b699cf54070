/** Where an inline script keeps the browser's offer to install the app (`beforeinstallprompt`), which is made before hydration. */
export type InstallOffer = Window & { installOffer?: Event };

const IS_CRAWLER = "/bot|crawl|spider|slurp|lighthouse/i.test(navigator.userAgent)";

/**
 * Runs first. On a click on a link of the language switch, stores the language, also before the framework's scripts
 * arrive. On a page in another language than the stored one, goes to the same page in the stored language. The server
 * does not redirect, so crawlers and cached pages are the same for everyone. Pages stay as they are for crawlers,
 * offline (the other language may not be stored) and where a redirect has led back to the same address (no loop). The
 * target starts with the origin, because a path may begin with two slashes.
 */
export const LANGUAGE_SCRIPT =
  '(function(d,l){var k="lacambeche-language",p={pt:"",en:"/english",es:"/espanol"},s;' +
  "try{s=localStorage.getItem(k)}catch(e){}" +
  "s=(/(?:^|; )lacambeche-language=(\\w\\w)/.exec(d.cookie)||[0,s])[1];" +
  "var m=/^\\/(en|es)(?:glish|panol)(?![^/])/.exec(l.pathname)," +
  'r=m?l.pathname.slice(8)||"/":l.pathname,q=l.search+l.hash;' +
  'if(typeof p[s]=="string"&&s!==(m?m[1]:"pt")&&navigator.onLine!==false&&d.referrer!==l.href.split("#")[0]&&!' +
  `${IS_CRAWLER}){d.documentElement.dataset.leaving="1";l.replace(l.origin+(r==="/"?p[s]||r:p[s]+r)+q)}` +
  'd.addEventListener("click",function(e){var a=e.target.closest&&e.target.closest("[data-language]");if(!a)return;' +
  'var v=a.dataset.language;d.cookie=k+"="+v+"; path=/; max-age=31536000; samesite=lax";' +
  "try{localStorage.setItem(k,v.slice(0,2))}catch(e){}},true)})(document,location)";

/** Runs before the first paint: sets the stored theme (default dark) and whether the account menu is shown. */
export const THEME_SCRIPT =
  '(function(d){var t="dark";try{t=localStorage.getItem("theme")||t}catch(e){}' +
  'd.className+=" "+(t==="light"?"light":"dark");d.style.colorScheme=t==="light"?"light":"dark";' +
  'if(/(?:^|; )logged=1/.test(document.cookie))d.dataset.logged="1"})(document.documentElement)';

/** Fewer text sizes beside each other than this is large text on a small screen: 200 % on any phone. */
const NARROW_REM = 18;

/** Marks the page while its text is large for the width of the screen, so that the styles put everything in one column. */
export const LARGE_TEXT_SCRIPT =
  '(function(d,w){function f(){d.toggleAttribute("data-large-text",' +
  `d.clientWidth<${NARROW_REM}*parseFloat(getComputedStyle(d).fontSize))}` +
  'f();w.addEventListener("DOMContentLoaded",f);w.addEventListener("resize",f)})(document.documentElement,window)';

/**
 * Splash screen of the specification, on pages that contain one: shown until two seconds after DOMContentLoaded
 * (images, fonts and framework scripts do not count), once per browser session, not in the panels and not for
 * crawlers. When the document is not parsed after 20 s the page is reloaded once per session; after that the error
 * message in the HTML is shown.
 */
export const SPLASH_SCRIPT =
  '(function(d,w){var s,p="DOMContentLoaded";try{s=sessionStorage}catch(e){}' +
  "function done(){delete d.dataset.splash}" +
  "var skip=/^(\\/(english|espanol))?\\/(admin|vendedor|painel)(\\/|$)/.test(location.pathname)||" +
  `${IS_CRAWLER};` +
  'if(s&&!s.splash&&!skip&&!d.dataset.leaving&&document.getElementById("splash"))' +
  'try{s.splash="shown";d.dataset.splash="on";' +
  "w.addEventListener(p,function(){setTimeout(done,2000)})}catch(e){}" +
  'var t=setTimeout(function(){var a;try{a=s.reloaded;s.reloaded="1"}catch(e){a="1"}' +
  'if(a){done();d.dataset.stuck="1"}else location.reload()},20000);' +
  "w.addEventListener(p,function(){clearTimeout(t)})})(document.documentElement,window)";

/** The scripts in the HTML of every page, which the content security policy allows by their hashes. */
export const INLINE_SCRIPTS: readonly string[] = [LANGUAGE_SCRIPT, THEME_SCRIPT, LARGE_TEXT_SCRIPT, SPLASH_SCRIPT];
