import { getLocale, getTranslations } from "next-intl/server";
import { encode, MARGIN } from "@/components/qr-codes/draw";
import { formatDate, formatDay, formatKm, formatMinutes, formatNumber } from "@/lib/platform/format";
import { barsOf } from "@/lib/qr-codes/rules";
import { stagesOf, type RoadPart, type Stage } from "@/lib/saved-trips/rules";
import { clockOf, type TripDay } from "@/lib/trips/rules";
import type { SavedTrip, StoredRoute } from "@/lib/trips/schema";

const CELL = "border border-text px-2 py-1 text-left align-top";

export type Phone = { id: string; name: string; number: string };
type Props = {
  trip: SavedTrip & { route: StoredRoute };
  days: readonly TripDay[];
  phones: readonly Phone[];
  /** Address of the QR code; `isPublic` is false when it asks for the account of the owner. */
  code: { url: string; isPublic: boolean };
};

/** The trip as a printed table per day, with a column for the readings of the odometer. */
export async function TripRoadbook({ trip, days, phones, code }: Props) {
  const [t, locale] = [await getTranslations("saved-trips.roadbook"), await getLocale()];
  return (
    <>
      {days.map((day, index) => (
        <DayTable key={day.offset} day={day} number={index + 1} trip={trip} />
      ))}
      <p className="text-sm">
        {t("legend")} {t("turnsNote")}
      </p>
      <section aria-labelledby="telefones" className="break-inside-avoid">
        <h2 id="telefones" className="text-xl">
          {t("phones")}
        </h2>
        <ul className="mt-1 grid gap-x-6 sm:grid-cols-2 print:grid-cols-2">
          {phones.map(({ id, name, number }) => (
            <li key={id} className="flex items-center justify-between gap-3 border-b border-line print:py-1">
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
      <p className="text-sm">
        {[trip.route.credits.join(" · "), formatDay(trip.updatedAt, locale, "long")].join(" · ")}
      </p>
    </>
  );
}

async function DayTable({ day, number, trip }: { day: TripDay; number: number; trip: Props["trip"] }) {
  const [t, locale] = [await getTranslations("saved-trips"), await getLocale()];
  const facts = [
    day.date && formatDate(day.date, locale, { dateStyle: "long" }),
    formatKm(day.km, locale),
    formatMinutes(day.minutes),
  ];
  return (
    <section aria-labelledby={`dia-${number}`} className="overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <caption id={`dia-${number}`} className="pb-1 text-left">
          <span className="font-display text-xl">{t("view.day", { number })}</span>
          {` · ${facts.filter(Boolean).join(" · ")}`}
        </caption>
        <thead>
          <tr>
            <th className={CELL}>{t("roadbook.columns.road")}</th>
            <th className={CELL}>{t("roadbook.columns.turn")}</th>
            <th className={CELL}>{t("roadbook.columns.partial")}</th>
            <th className={CELL}>{t("roadbook.columns.day")}</th>
            <th className={`${CELL} w-24`}>{t("roadbook.columns.odometer")}</th>
          </tr>
        </thead>
        {stagesOf(day, trip.plan, trip.route).map((stage) => (
          <StageRows key={stage.to.index} stage={stage} />
        ))}
      </table>
    </section>
  );
}

/** One stage: its stops, then a row per road. */
async function StageRows({ stage }: { stage: Stage }) {
  const [t, locale] = [await getTranslations("saved-trips"), await getLocale()];
  const { from, to, km, minutes, parts } = stage;
  const number = (value: number) => formatNumber(value, locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const facts = [
    formatKm(km, locale),
    formatMinutes(minutes),
    t("view.leave", { time: clockOf(from.leave) }),
    t("view.arrive", { time: clockOf(to.arrive) }),
  ];
  return (
    <tbody className="tabular">
      <tr className="break-inside-avoid break-after-avoid">
        <td colSpan={5} className={CELL}>
          <b className="wrap-anywhere">{t("roadbook.stage", { from: from.stop.name, to: to.stop.name })}</b>
          <span className="block">{facts.join(" · ")}</span>
          {to.stop.note && <span className="block wrap-anywhere">{to.stop.note}</span>}
        </td>
      </tr>
      {parts.map((part, index) => (
        <tr key={index} className="break-inside-avoid">
          <td className={CELL}>{part.ref ?? t(`roadbook.road.${roadOf(part)}`)}</td>
          <td className={CELL}>
            <span className="flex items-center gap-2">
              {part.angle !== null && <TurnDrawing angle={part.angle} />}
              {part.turn ? t(`roadbook.turns.${part.turn}`) : ""}
            </span>
          </td>
          <td className={CELL}>{number(part.km)}</td>
          <td className={CELL}>{number(part.dayKm)}</td>
          <td className={CELL}>......</td>
        </tr>
      ))}
    </tbody>
  );
}

/** Where one comes from (the dot) and where one leaves (the arrow); other roads of the crossing are not in the data. */
function TurnDrawing({ angle }: { angle: number }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className="size-9 shrink-0 print:size-8" data-turn={angle}>
      <path d="M20 35V20" className="stroke-text" strokeWidth={3} />
      <circle cx={20} cy={35} r={3.5} className="fill-text" />
      <g transform={`rotate(${angle} 20 20)`}>
        <path d="M20 20V7" className="stroke-text" strokeWidth={3} />
        <path d="M20 2L15 10h10z" className="fill-text" />
      </g>
    </svg>
  );
}

const roadOf = ({ kind, roadClass }: RoadPart) => (kind === "off-network" ? "off" : roadClass);

/** Inline SVG, because a lazy image outside the viewport would not be loaded for printing. */
async function TripCode({ url, isPublic }: Props["code"]) {
  const t = await getTranslations("saved-trips.roadbook");
  const { modules } = await encode(url, { dark: "#000000", light: "#ffffff", level: "M" });
  const side = modules.size + 2 * MARGIN;
  const path = barsOf(modules).map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`);
  return (
    <figure className="flex items-center gap-4 break-inside-avoid">
      <svg
        role="img"
        aria-label={t("code")}
        viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
        className="size-32 shrink-0 bg-white"
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
