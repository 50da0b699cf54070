import {
  ArrowUp,
  Camera,
  Coins,
  Flag,
  Fuel,
  MapPin,
  Play,
  Route,
  Ship,
  Sunset,
  TrendingDown,
  TrendingUp,
  TriangleAlert,
  type IconNode,
} from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { roadName } from "@/lib/guide/breakdown/rules";
import { formatMoney, formatNumber } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { Notice } from "@/lib/travel/saved-trips/roadbook/notices";
import type { BookLine, Stage } from "@/lib/travel/saved-trips/roadbook/rules";
import { clockOf } from "@/lib/travel/trips/days/rules";
import { Tulip } from "./tulip";

export const CELL = "border border-text px-2 py-1 text-left align-middle";
/** The column for the pen is for paper and wide screens. */
export const PEN = "hidden w-24 sm:table-cell print:table-cell";

type Turn = Extract<BookLine, { kind: "turn" }>;
type Texts = Awaited<ReturnType<typeof getTranslations<"travel/saved-trips.roadbook">>>;

const ICONS: Readonly<Record<Notice["kind"], IconNode>> = {
  town: MapPin,
  view: Camera,
  fuel: Fuel,
  toll: Coins,
  unpaved: TriangleAlert,
  paved: Route,
  ferry: Ship,
  straight: TriangleAlert,
  winding: Route,
  climb: TrendingUp,
  descent: TrendingDown,
  steep: TrendingUp,
  rise: TrendingUp,
  fall: TrendingDown,
  sunset: Sunset,
  warning: TriangleAlert,
};

const decimal = (km: number, locale: Locale) =>
  formatNumber(Math.max(0, km), locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = (value: number, locale: Locale) => formatNumber(value, locale, { maximumFractionDigits: 0 });
/** Lengths below 10 km with one decimal. */
const length = (km: number, locale: Locale) => (km < 10 ? decimal(km, locale) : whole(km, locale));

type RowProps = { dayKm: number; partKm: number; drawing: ReactNode; children: ReactNode };

async function Row({ dayKm, partKm, drawing, children }: RowProps) {
  const locale = await getLocale();
  return (
    <tr className="break-inside-avoid">
      <td className={`${CELL} text-right font-semibold`}>{decimal(dayKm, locale)}</td>
      <td className={`${CELL} text-right`}>{decimal(partKm, locale)}</td>
      <td className={CELL}>
        <span className="flex justify-center">{drawing}</span>
      </td>
      <td className={CELL}>{children}</td>
      <td className={`${CELL} ${PEN}`}>......</td>
    </tr>
  );
}

const small = (icon: IconNode) => <Icon of={icon} className="size-5 print:size-4" />;

/** The number of a road as on its signs, with those of the roads that run on it; its name or class without a number. */
function roadText(t: Texts, { ref, name, shared, roadClass }: Turn["road"]): string {
  if (ref === null && name !== null) return name;
  if (ref === null) return t(`road.${roadClass === "ferry" || roadClass === "join" ? "unknown" : roadClass}`);
  if (shared.length === 0) return roadName(ref);
  return t("shared", { road: roadName(ref), others: shared.map(roadName).join(", ") });
}

async function TurnRow({ turn, isStart }: { turn: Turn; isStart: boolean }) {
  const t = await getTranslations("travel/saved-trips.roadbook");
  const word = t(`turns.${turn.turn ?? (isStart ? "start" : "next")}`);
  const rest = [t("toward", { name: turn.toward }), turn.place && t("place", { name: turn.place })];
  return (
    <Row
      dayKm={turn.dayKm}
      partKm={turn.partKm}
      drawing={turn.tulip ? <Tulip {...turn.tulip} /> : small(isStart ? Play : ArrowUp)}
    >
      <b>
        {word} · {roadText(t, turn.road)}
      </b>
      <span className="block wrap-anywhere">{rest.filter(Boolean).join(" · ")}</span>
    </Row>
  );
}

const SLOPES = ["climb", "descent", "steep", "rise", "fall"] as const satisfies readonly Notice["kind"][];
type Slope = Extract<Notice, { kind: (typeof SLOPES)[number] }>;

const isSlope = (notice: Notice): notice is Slope => SLOPES.some((kind) => kind === notice.kind);

function slopeText(t: Texts, notice: Slope, locale: Locale): string {
  const km = length(notice.lengthKm, locale);
  const percent = (value: number) => formatNumber(value, locale, { maximumFractionDigits: 1 });
  if (notice.kind === "steep") return t("notices.steep", { km, percent: percent(notice.percent) });
  if ("fromMetres" in notice) {
    const [from, to] = [whole(notice.fromMetres, locale), whole(notice.toMetres, locale)];
    return t(`notices.${notice.kind}`, { name: notice.name, from, to, km });
  }
  const values = { km, metres: whole(notice.metres, locale), percent: percent(notice.percent) };
  const text = t(`notices.${notice.kind}`, values);
  return notice.steepest === null ? text : t("notices.steepest", { text, percent: percent(notice.steepest) });
}

/** The text of what one passes or has to expect. */
function noticeText(t: Texts, notice: Notice, locale: Locale): string {
  const km = (value: number) => length(value, locale);
  if (isSlope(notice)) return slopeText(t, notice, locale);
  switch (notice.kind) {
    case "town":
      return notice.metres === null
        ? t("notices.town", { name: notice.name })
        : t("notices.townAt", { name: notice.name, metres: whole(notice.metres, locale) });
    case "view":
      return notice.besideKm < 0.3
        ? t("notices.view", { name: notice.name })
        : t("notices.viewBeside", { name: notice.name, km: km(notice.besideKm) });
    case "fuel": {
      const station = notice.name === null ? t("notices.fuel") : t("notices.fuelNamed", { name: notice.name });
      return notice.nextKm === null ? station : t("notices.fuelNext", { station, km: km(notice.nextKm) });
    }
    case "toll":
      return notice.cents === null
        ? t("notices.toll", { name: notice.name })
        : t("notices.tollPrice", { name: notice.name, price: formatMoney(notice.cents, locale) });
    case "paved":
      return t("notices.paved");
    case "sunset":
      return t("notices.sunset", { time: clockOf(notice.minutes) });
    case "warning":
      return t("notices.warning", { name: notice.name, text: notice.texts.join(" ") });
    default:
      return t(`notices.${notice.kind}`, { km: km(notice.lengthKm) });
  }
}

async function NoticeRow({ notice }: { notice: Exclude<BookLine, Turn> }) {
  const [t, locale] = [await getTranslations("travel/saved-trips.roadbook"), await getLocale()];
  return (
    <Row dayKm={notice.dayKm} partKm={notice.partKm} drawing={small(ICONS[notice.kind])}>
      <span className="wrap-anywhere">{noticeText(t, notice, locale)}</span>
    </Row>
  );
}

/** The lines of a stage: turns, what one passes, and the arrival with the note of the stop. */
export async function StageLines({ stage: { lines, to, dayKm, lastKm } }: { stage: Stage }) {
  const t = await getTranslations("travel/saved-trips.roadbook");
  const start = lines.find(({ kind }) => kind === "turn");
  return (
    <>
      {lines.map((line, index) =>
        line.kind === "turn" ? (
          <TurnRow key={index} turn={line} isStart={line === start} />
        ) : (
          <NoticeRow key={index} notice={line} />
        ),
      )}
      <Row dayKm={dayKm} partKm={lastKm} drawing={small(Flag)}>
        <b className="wrap-anywhere">{t("arrive", { name: to.stop.name })}</b>
        {to.stop.note && <span className="block wrap-anywhere">{to.stop.note}</span>}
      </Row>
    </>
  );
}
