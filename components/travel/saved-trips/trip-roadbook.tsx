import { getLocale, getTranslations } from "next-intl/server";
import { encode, MARGIN } from "@/components/guide/qr-codes/draw";
import { formatDate, formatDay, formatKm, formatMinutes } from "@/lib/platform/format";
import { barsOf } from "@/lib/guide/qr-codes/rules";
import { hasJunctions, stagesOf, type BookFacts, type Stage } from "@/lib/travel/saved-trips/roadbook/rules";
import { clockOf, type TripDay } from "@/lib/travel/trips/days/rules";
import type { SavedTrip, StoredRoute } from "@/lib/travel/trips/schema";
import { CELL, PEN, StageLines } from "./roadbook-rows";

export type Phone = { id: string; name: string; number: string };
type Props = {
  trip: SavedTrip & { route: StoredRoute };
  days: readonly TripDay[];
  facts: BookFacts;
  phones: readonly Phone[];
  /** Address of the QR code; `isPublic` is false when it asks for the account of the owner. */
  code: { url: string; isPublic: boolean };
};

/** The trip as a printed table per day, with a column for the readings of the odometer. */
export async function TripRoadbook({ trip, days, facts, phones, code }: Props) {
  const [t, locale] = [await getTranslations("travel/saved-trips.roadbook"), await getLocale()];
  return (
    <>
      {!hasJunctions(days, facts) && (
        <p role="status" className="font-semibold">
          {t("incomplete")}
        </p>
      )}
      {days.map((day, index) => (
        <DayTable key={day.offset} day={day} number={index + 1} trip={trip} facts={facts} />
      ))}
      <p className="text-sm print:text-xs">
        {t("legend")} {t("turnsNote")}
      </p>
      <section aria-labelledby="telefones" className="break-inside-avoid">
        <h2 id="telefones" className="text-xl">
          {t("phones")}
        </h2>
        <ul className="mt-1 grid gap-x-6 sm:grid-cols-2 print:grid-cols-3 print:text-xs">
          {phones.map(({ id, name, number }) => (
            <li key={id} className="flex items-center justify-between gap-3 border-b border-line print:py-0.5">
              <span>{name}</span>
              <a
                href={`tel:${number.replaceAll(/[^\d+]/g, "")}`}
                className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-end font-semibold whitespace-nowrap tabular print:min-h-0"
              >
                {number}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <TripCode {...code} />
      <p className="text-sm print:text-xs">
        {[trip.route.credits.join(" · "), formatDay(trip.updatedAt, locale, "long")].join(" · ")}
      </p>
    </>
  );
}

type DayProps = { day: TripDay; number: number; trip: Props["trip"]; facts: BookFacts };

async function DayTable({ day, number, trip, facts }: DayProps) {
  const [t, locale] = [await getTranslations("travel/saved-trips"), await getLocale()];
  const summary = [
    day.date && formatDate(day.date, locale, { dateStyle: "long" }),
    formatKm(day.km, locale),
    formatMinutes(day.minutes),
  ];
  return (
    <section aria-labelledby={`dia-${number}`} className="overflow-x-auto">
      <table className="w-full border-collapse text-sm print:text-xs">
        {/* In the head of the table, which paper repeats on each page; a caption stays alone at the end of a page. */}
        <thead>
          <tr>
            <th id={`dia-${number}`} colSpan={5} scope="colgroup" className="pb-1 text-left font-normal">
              <span className="font-display text-xl">{t("view.day", { number })}</span>
              {` · ${summary.filter(Boolean).join(" · ")}`}
            </th>
          </tr>
          <tr>
            <th className={`${CELL} whitespace-nowrap`}>{t("roadbook.columns.day")}</th>
            <th className={CELL}>{t("roadbook.columns.partial")}</th>
            <th className={CELL}>{t("roadbook.columns.drawing")}</th>
            <th className={CELL}>{t("roadbook.columns.turn")}</th>
            <th className={`${CELL} ${PEN}`}>{t("roadbook.columns.odometer")}</th>
          </tr>
        </thead>
        {stagesOf(day, trip.plan, trip.route, facts).map((stage) => (
          <StageRows key={stage.to.index} stage={stage} />
        ))}
      </table>
    </section>
  );
}

/** One stage: its stops with their times, then its lines. */
async function StageRows({ stage }: { stage: Stage }) {
  const [t, locale] = [await getTranslations("travel/saved-trips"), await getLocale()];
  const { from, to, km, minutes, estimatedKm } = stage;
  const summary = [
    formatKm(km, locale),
    formatMinutes(minutes),
    t("view.leave", { time: clockOf(from.leave) }),
    t("view.arrive", { time: clockOf(to.arrive) }),
    estimatedKm >= 0.5 && t("view.estimated", { km: formatKm(estimatedKm, locale) }),
  ];
  // The note of every other stop is beside the arrival there.
  const note = from.index === 0 && from.stop.note;
  return (
    <tbody className="tabular">
      <tr className="break-inside-avoid break-after-avoid">
        <td colSpan={5} className={CELL}>
          <b className="wrap-anywhere">{t("roadbook.stage", { from: from.stop.name, to: to.stop.name })}</b>
          <span className="block">{summary.filter(Boolean).join(" · ")}</span>
          {note && <span className="block wrap-anywhere">{t("roadbook.noteOf", { name: from.stop.name, note })}</span>}
        </td>
      </tr>
      <StageLines stage={stage} />
    </tbody>
  );
}

/** Inline SVG, because a lazy image outside the viewport would not be loaded for printing. */
async function TripCode({ url, isPublic }: Props["code"]) {
  const t = await getTranslations("travel/saved-trips.roadbook");
  const { modules } = await encode(url, { dark: "#000000", light: "#ffffff", level: "M" });
  const side = modules.size + 2 * MARGIN;
  const path = barsOf(modules).map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`);
  return (
    <figure className="flex items-center gap-4 break-inside-avoid">
      <svg
        role="img"
        aria-label={t("code")}
        viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
        className="size-32 shrink-0 bg-white print:size-24"
        shapeRendering="crispEdges"
      >
        <path d={path.join("")} />
      </svg>
      <figcaption className="text-sm wrap-anywhere">
        {`${t("code")}: ${url}`}
        {!isPublic && <span className="block text-muted">{t("codeOwn")}</span>}
      </figcaption>
    </figure>
  );
}
