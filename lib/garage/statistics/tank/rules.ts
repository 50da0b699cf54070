import { DAY_MS } from "../../../platform/dates";
import { inOrder, type CountedEntry } from "../rules";

/** Share of ethanol in percent, as far as the refuellings determine it: between `low` and `high`. */
type EthanolShare = { low: number; high: number };

export type Tank = {
  share: EthanolShare;
  /** Day of the last refuelling. */
  filledOn: string;
  days: number;
  /** Fuel with the shortest storage time that may be in the tank. */
  weakest: "gasoline" | "gasoline_premium" | "ethanol" | null;
};

/**
 * Ethanol in petrol by the day of the refuelling, in percent. Since 16 March 2015 common 27, premium 25 (exame.com,
 * 6 March 2015). Since 1 August 2025 common 30, premium 25 (radiogov.ebc.com.br, resolution of the CNPE of 25 June
 * 2025). Earlier shares changed often and count as unknown.
 */
const COMMON_30 = "2025-08-01";
const COMMON_27 = "2015-03-16";
const exactly = (percent: number): EthanolShare => ({ low: percent, high: percent });
const UNKNOWN: EthanolShare = { low: 0, high: 100 };
/** Days after which fuel in a tank should be used up or renewed: petrol three months, premium six (Petrobras Distribuidora, institutocombustivellegal.org.br, 14 November 2018). Ethanol has no agreed limit. */
const STORAGE_DAYS = { gasoline: 90, gasoline_premium: 180, ethanol: null } as const;

type LiquidFuel = keyof typeof STORAGE_DAYS;
const isLiquid = (fuel: string | null): fuel is LiquidFuel => fuel !== null && fuel in STORAGE_DAYS;

function shareOf({ fuel, ethanol_pct, on_date }: CountedEntry & { ethanol_pct: number | null }): EthanolShare {
  if (ethanol_pct !== null) return exactly(ethanol_pct);
  if (fuel === "ethanol") return exactly(100);
  if (on_date < COMMON_27) return UNKNOWN;
  if (fuel === "gasoline_premium") return exactly(25);
  return exactly(on_date < COMMON_30 ? 27 : 30);
}

/** Share after `litres` with share `added` were poured onto `rest` litres with share `held`. */
const mix = (held: number, rest: number, added: number, litres: number) =>
  (held * rest + added * litres) / (rest + litres);

/** The share after a refuelling: a full tank held `tankLitres - litres` before, a partly filled one anything up to that. */
function pour(
  held: EthanolShare,
  added: EthanolShare,
  litres: number,
  { isFull, tankLitres }: { isFull: boolean; tankLitres: number | null },
): EthanolShare {
  if (tankLitres === null) return { low: Math.min(held.low, added.low), high: Math.max(held.high, added.high) };
  const rest = Math.max(0, tankLitres - litres);
  const mixed = { low: mix(held.low, rest, added.low, litres), high: mix(held.high, rest, added.high, litres) };
  return isFull ? mixed : { low: Math.min(mixed.low, added.low), high: Math.max(mixed.high, added.high) };
}

/**
 * What the tank holds: bounds of its ethanol share from all refuellings, and how long the last one has been in it.
 * Null without a refuelling of petrol or ethanol.
 */
export function tankOf(
  entries: readonly (CountedEntry & { ethanol_pct: number | null })[],
  tankLitres: number | null,
  today: string,
): Tank | null {
  const fills = inOrder(entries).filter(
    ({ kind, fuel, litres }) => kind === "fuel" && isLiquid(fuel) && litres !== null,
  );
  const last = fills.at(-1);
  if (!last) return null;
  let share = UNKNOWN;
  for (const fill of fills) {
    // What was poured in between is not known.
    const held = fill.missed_previous ? UNKNOWN : share;
    share = pour(held, shareOf(fill), fill.litres ?? 0, { isFull: fill.is_full === true, tankLitres });
  }
  const fuels = fills.slice(-2).flatMap(({ fuel }) => (isLiquid(fuel) ? [fuel] : []));
  return {
    share,
    filledOn: last.on_date,
    days: Math.max(0, Math.round((Date.parse(today) - Date.parse(last.on_date)) / DAY_MS)),
    weakest:
      fuels.find((fuel) => fuel === "gasoline") ??
      fuels.find((fuel) => fuel === "gasoline_premium") ??
      fuels[0] ??
      null,
  };
}

/** `old`: past the storage time of its fuel. `soon`: in its last third. `unknown`: no agreed limit. */
export function ageOf({ days, weakest }: Pick<Tank, "days" | "weakest">): "fresh" | "soon" | "old" | "unknown" {
  const limit = weakest && STORAGE_DAYS[weakest];
  if (!limit) return "unknown";
  return days > limit ? "old" : days > (limit * 2) / 3 ? "soon" : "fresh";
}

/** Where shares, storage times and the note on carburettors come from. */
export const TANK_SOURCES = [
  {
    name: "Rádio Gov (EBC): resolução do CNPE sobre etanol na gasolina, 2025",
    url: "https://radiogov.ebc.com.br/programas/e-noticia/publicada-resolucao-que-aumenta-percentual-de-etanol-anidro-na-gasolina",
  },
  {
    name: "R7 Autos Carros: 30% de etanol e carros com carburador, 25/6/2025",
    url: "https://noticias.r7.com/prisma/autos-carros/governo-federal-decide-gasolina-tera-30-de-etanol-a-partir-de-agosto-25062025/",
  },
  {
    name: "Instituto Combustível Legal: quanto tempo a gasolina pode ficar no tanque, 14/11/2018",
    url: "https://institutocombustivellegal.org.br/carro-parado-ha-muito-tempo-veja-quanto-tempo-a-gasolina-pode-ficar-no-tanque/",
  },
] as const;
