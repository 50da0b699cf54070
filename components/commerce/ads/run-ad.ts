import { AD_SIZE, drawAd, type PageAd } from "@/lib/commerce/ads/rules";
import type { AdEvent } from "@/lib/commerce/ads/schema";
import { ADS_FOLLOWED_KEY, ADS_SEEN_KEY } from "@/lib/platform/device-storage/rules";
import { flushEvents, queueEvent } from "./event-batch";

export type AdPlace = Pick<AdEvent, "placement" | "state">;

const SEEN_SHARE = 0.5;
const SEEN_MS = 1000;

/** Whether this visit has not yet counted a view of the banner in this placement. */
function isFirst(mark: string): boolean {
  try {
    const onVisible = (sessionStorage.getItem(ADS_SEEN_KEY) ?? "").split(" ");
    if (onVisible.includes(mark)) return false;
    sessionStorage.setItem(ADS_SEEN_KEY, [...onVisible, mark].join(" ").trim());
  } catch {
    // Without storage each page load counts as a visit.
  }
  return true;
}

/** Whether this device has not yet clicked the banner in this placement today. */
function isFirstToday(mark: string): boolean {
  try {
    const today = new Date().toDateString();
    const [day, ...marks] = (localStorage.getItem(ADS_FOLLOWED_KEY) ?? "").split("|");
    const todaysMarks = day === today ? marks : [];
    if (todaysMarks.includes(mark)) return false;
    localStorage.setItem(ADS_FOLLOWED_KEY, [today, ...todaysMarks, mark].join("|"));
  } catch {
    // Without storage each click counts; the server has a rate limit.
  }
  return true;
}

function pictureOf({ desktop, mobile, alt, link }: PageAd): HTMLAnchorElement {
  const anchor = document.createElement("a");
  Object.assign(anchor, { href: link, target: "_blank", rel: "sponsored noopener" });
  const picture = document.createElement("picture");
  const narrow = document.createElement("source");
  Object.assign(narrow, { media: "(max-width: 639px)", srcset: mobile });
  const image = new Image(AD_SIZE.desktop.width, AD_SIZE.desktop.height);
  Object.assign(image, { alt, src: desktop });
  picture.append(narrow, image);
  anchor.append(picture);
  return anchor;
}

/** Calls back once half of the box has been visible for a second; returns a function that stops observing. */
function whenVisible(box: Element, onVisible: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = new IntersectionObserver(
    ([entry]) => {
      clearTimeout(timer);
      if ((entry?.intersectionRatio ?? 0) < SEEN_SHARE) return;
      timer = setTimeout(() => {
        if (document.visibilityState !== "visible") return;
        look.disconnect();
        onVisible();
      }, SEEN_MS);
    },
    { threshold: [0, SEEN_SHARE] },
  );
  look.observe(box);
  return () => {
    clearTimeout(timer);
    look.disconnect();
  };
}

/** Shows one of the banners in its box and counts views and clicks; returns a function that stops it. */
export function runAd(box: HTMLElement, ads: readonly PageAd[], { placement, state }: AdPlace): () => void {
  const ad = drawAd(ads, Date.now(), Math.random());
  if (!ad) return () => undefined;
  const count = (kind: AdEvent["kind"]) => queueEvent({ ad: ad.id, placement, state, kind });
  const anchor = pictureOf(ad);
  // A middle click also opens the advertiser's page, but fires `auxclick` instead of `click`.
  for (const press of ["click", "auxclick"])
    anchor.addEventListener(
      press,
      (event) => (event as MouseEvent).button < 2 && isFirstToday(`${ad.id}:${placement}`) && count("click"),
    );
  box.replaceChildren(anchor);
  const stop = whenVisible(box, () => isFirst(`${ad.id}:${placement}`) && count("view"));
  const flushWhenHidden = () => document.visibilityState === "hidden" && flushEvents();
  document.addEventListener("visibilitychange", flushWhenHidden);
  return () => {
    stop();
    document.removeEventListener("visibilitychange", flushWhenHidden);
    flushEvents();
  };
}
