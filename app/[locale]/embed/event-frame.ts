import { getTranslations } from "next-intl/server";
import type { PublicEvent } from "@/lib/events/events/queries";
import {
  eventDays,
  eventHour,
  eventMoment,
  eventPath,
  isPast,
  registrationState,
  type RegistrationState,
} from "@/lib/events/events/rules";
import type { EventKind } from "@/lib/events/events/schema";
import type { FrameTheme } from "@/lib/events/frames/rules";
import { formatMoney } from "@/lib/platform/format";
import { html, type Html } from "@/lib/platform/html";
import { translated } from "@/lib/platform/i18n/content";
import type { Locale } from "@/lib/platform/i18n/routing";
import { eventFileUrl } from "@/lib/platform/media/rules";
import { pageUrl } from "@/lib/platform/site-url";
import { frameButton, frameResponse } from "./frame-document";

type Texts = Awaited<ReturnType<typeof getTranslations<"events/events">>>;
type Type = PublicEvent["event_registration_types"][number];

/** States in which a visitor can still get a place. */
const OFFERED: readonly RegistrationState[] = ["open", "waiting_list"];

/** Poster, date, place, kinds with prices and places left, and the button to the page of an event. */
export async function eventFrame(
  event: PublicEvent,
  { locale, theme, now }: { locale: Locale; theme: FrameTheme | undefined; now: number },
): Promise<Response> {
  const t = await getTranslations({ locale, namespace: "events/events" });
  const title = translated(event, "title", locale).text;
  const url = pageUrl(locale, eventPath(event.slug));
  const hour = (moment: string) => eventHour(moment, event.time_zone, locale);
  const isOpen = event.status === "published" && !isPast(event, now);
  const types = isOpen ? event.event_registration_types : [];
  const isOffered = types.some((type) => OFFERED.includes(registrationState(type, event, now)));
  const content = html`${event.poster_path && html`<img src="${eventFileUrl(event.poster_path)}" alt="${t("page.posterAlt", { title })}" width="1200" height="630" />`}
    <p class="muted">${t(`kind.${event.kind as EventKind}`)}</p>
    <h1>${title}</h1>
    ${event.is_demo && html`<p class="hint">${t("demoHint")}</p>`} ${statusNotice(t, event, now)}
    <p>
      <strong
        >${t("page.when", { days: eventDays(event, locale), from: hour(event.starts_at), until: hour(event.ends_at) })}</strong
      >
    </p>
    <p>${[event.venue, event.address, `${event.town} ${event.state_abbr}`].filter(Boolean).join(", ")}</p>
    ${
      types.length > 0 &&
      html`<h2>${t("page.registrations")}</h2>
        <ul>
          ${types.map((type) => kindLine(t, type, event, { locale, now }))}
        </ul>`
    }
    ${await frameButton(isOffered ? `${url}#inscricoes` : url, t(isOffered ? "page.register" : "featured.open"), locale)}`;
  return frameResponse({ locale, title, canonical: url, theme, content });
}

/** That the event is over, postponed or cancelled, with the reason; nothing for other events. */
function statusNotice(t: Texts, event: PublicEvent, now: number): Html | null {
  const { status, public_note: reason } = event;
  if (status === "postponed" || status === "cancelled")
    return html`<p class="notice">${[t(`page.${status}`), reason].filter(Boolean).join(". ")}</p>`;
  return isPast(event, now) ? html`<p class="hint">${t("page.over")}</p>` : null;
}

type At = { locale: Locale; now: number };

function kindLine(t: Texts, type: Type, event: PublicEvent, { locale, now }: At): Html {
  const price = type.price_cents === 0 ? t("page.free") : formatMoney(type.price_cents, locale);
  return html`<li>
    <span>${translated(type, "name", locale).text}</span><strong>${price}</strong>
    <p class="places">${placesText(t, type, event, { locale, now })}</p>
  </li>`;
}

/** Places that are left of a kind, or why nobody can register for it now. */
function placesText(t: Texts, type: Type, event: PublicEvent, { locale, now }: At): string {
  const state = registrationState(type, event, now);
  if (state === "waiting_list") return t("page.placesWaiting");
  if (state === "full") return t("page.placesNone");
  if (state === "open" && type.capacity !== null) {
    const left = type.capacity - type.taken;
    return left === 1 ? t("page.placesOne") : t("page.placesOther", { count: left });
  }
  const opens =
    state === "not_yet" &&
    type.opens_at &&
    t("opensOn", {
      date: eventMoment(type.opens_at, event.time_zone, locale, { dateStyle: "medium", timeStyle: "short" }),
    });
  return `${t("page.registration")}: ${opens || t(`state.${state}`)}`;
}
