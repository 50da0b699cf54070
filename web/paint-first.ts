const FRAMEWORK_SCRIPT = /<script (?=[^>]*\bsrc="\/_next\/static\/)(?=[^>]*\basync\b)([^>]*)>/g;
const SCRIPT_PRELOAD = /<link rel="preload" as="script"[^>]*>/g;

/**
 * Loads the framework scripts after the first contentful paint, so that text and images get the bandwidth first; a tap
 * or key press loads them immediately, as does a browser that does not paint (a background tab).
 */
export const DEFERRED_LOAD_SCRIPT =
  '(function(d,w){var g=0;function go(){if(g)return;g=1;d.querySelectorAll("script[type=late]").forEach(function(o){' +
  'var n=d.createElement("script");for(var i=0;i<o.attributes.length;i++){var a=o.attributes[i];' +
  'if(a.name!=="type")n.setAttribute(a.name,a.value)}' +
  "o.replaceWith(n)})}" +
  "if(d.hidden||!w.PerformanceObserver)return go();" +
  'try{new PerformanceObserver(function(l){if(l.getEntriesByName("first-contentful-paint").length)go()})' +
  '.observe({type:"paint",buffered:true})}catch(e){go()}' +
  '["pointerdown","keydown","visibilitychange"].forEach(function(e){d.addEventListener(e,go,{once:true,capture:true})});' +
  "setTimeout(go,3000)})(document,window)";

/** Makes the framework scripts of a page load after the first paint; returns a page without any unchanged. */
export function paintFirst(html: string): string {
  const late = html.replace(FRAMEWORK_SCRIPT, '<script type="late" $1>');
  if (late === html) return html;
  return late.replace(SCRIPT_PRELOAD, "").replace("</body>", `<script>${DEFERRED_LOAD_SCRIPT}</script></body>`);
}
