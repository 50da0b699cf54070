import { getTranslations } from "next-intl/server";
import type { EventCardRow } from "@/lib/events/events/queries";
import { eventDays, eventPath, eventTitle, stateEventsPath } from "@/lib/events/events/rules";
import { FRAME_EVENTS, type FrameTheme } from "@/lib/events/frames/rules";
import type { State } from "@/lib/geo/states/rules";
import { html, type Html } from "@/lib/platform/html";
import type { Locale } from "@/lib/platform/i18n/routing";
import { pageUrl } from "@/lib/platform/site-url";
import { frameButton, frameResponse } from "./frame-document";

type Agenda = {
  state: State;
  events: readonly EventCardRow[];
  locale: Locale;
  theme: FrameTheme | undefined;
};

/** The next events of a state, each with a link to its page, and the button to the list of the portal. */
export async function agendaFrame({ state, events, locale, theme }: Agenda): Promise<Response> {
  const t = await getTranslations({ locale, namespace: "events/events" });
  const title = t("next.titleState", { state: state.name });
  const url = pageUrl(locale, stateEventsPath(state.abbr));
  const lines = events.slice(0, FRAME_EVENTS).map((event) => {
    const { status } = event;
    const mark = status === "postponed" || status === "cancelled" ? t(`status.${status}`) : null;
    return eventLine(event, locale, mark ?? (event.is_demo ? t("demo") : null));
  });
  const content = html`<h1>${title}</h1>
    ${
      lines.length > 0
        ? html`<ul>
            ${lines}
          </ul>`
        : html`<p>${t("hub.empty", { state: state.name })}</p>`
    }
    ${await frameButton(url, t("next.allState", { state: state.name }), locale)}`;
  return frameResponse({ locale, title, canonical: url, theme, content });
}

function eventLine(event: EventCardRow, locale: Locale, mark: string | null): Html {
  const place = [event.venue, `${event.town} ${event.state_abbr}`].filter(Boolean).join(", ");
  return html`<li>
    <a href="${pageUrl(locale, eventPath(event.slug))}" target="_blank" rel="noopener">${eventTitle(event, locale)}</a
    >${mark && html`<strong>${mark}</strong>`}
    <p>${eventDays(event, locale)}</p>
    <p class="muted">${place}</p>
  </li>`;
}
