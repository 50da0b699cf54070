import { countContactTaps } from "./contact-taps";
import { showFavourites } from "./favourites";
import { followInstallOffer, showInstallButton } from "./install-offer";
import { followSignal, keepPage } from "./offline";
import { followState } from "./last-state";
import { PAGE_EVENT } from "./page-event";
import { askForPosition } from "./position-question";
import { sendPageView } from "./send-page-view";
import { followSession, showSession } from "./session";

/** A view is counted this long after the page is shown, in milliseconds. */
const VIEW_DELAY_MS = 500;

let view: ReturnType<typeof setTimeout> | undefined;

/** What every page does by itself: the one that was loaded, and each that the router shows afterwards. */
function pageShown(): void {
  const { pathname } = location;
  clearTimeout(view);
  view = setTimeout(() => void sendPageView(pathname), VIEW_DELAY_MS);
  followState(pathname);
  showSession();
  showFavourites();
  showInstallButton();
  keepPage();
}

countContactTaps();
followSession();
followInstallOffer();
followSignal();
document.addEventListener(PAGE_EVENT, pageShown);
askForPosition();
// The script may arrive before the page is parsed.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", pageShown);
else pageShown();
