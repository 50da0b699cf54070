import { Check, ThermometerSun } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import type { Climate } from "@/lib/geo/climate/queries";
import type { Normals } from "@/lib/geo/climate/rules";
import { formatMonths, formatNumber, formatTimestamp } from "@/lib/platform/format";

const MARK = "ml-1 inline size-4 align-[-0.15em]";

type Props = {
  /** Null shows the sun times alone. */
  normals: Normals | null;
  sun: Climate["sun"];
  hot: readonly number[];
  best: readonly number[];
};

/** One row for each month: mean maximum and minimum, rain, sunrise and sunset. */
export async function ClimateTable({ normals, sun, hot, best }: Props) {
  const [t, locale] = await Promise.all([getTranslations("geo/climate"), getLocale()]);
  const clock = (moment: string) => formatTimestamp(moment, locale, { timeZone: sun.timeZone, timeStyle: "short" });
  const value = (number: number | null | undefined, digits: number) =>
    number === null || number === undefined
      ? "–"
      : formatNumber(number, locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const columns = [...(normals ? (["max", "min", "rain"] as const) : []), "sunrise", "sunset"] as const;
  return (
    <table className="w-full text-right tabular [&_td]:py-1 [&_td]:pl-2 [&_th]:py-1 [&_tr]:border-b [&_tr]:border-line">
      <caption className="sr-only">{t("title")}</caption>
      <thead className="align-bottom text-sm text-muted [&_th]:pl-2">
        <tr>
          <th scope="col" className="pl-0! text-left font-normal">
            {t("month")}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="font-normal">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sun.months.map(({ sunrise, sunset }, index) => (
          <tr key={sunrise}>
            <th scope="row" className="text-left font-normal whitespace-nowrap">
              {formatMonths([index + 1], locale)}
              {best.includes(index + 1) && <Icon of={Check} label={t("best")} className={`${MARK} text-rota-text`} />}
            </th>
            {normals && (
              <>
                <td className="whitespace-nowrap">
                  {hot.includes(index + 1) && (
                    <Icon of={ThermometerSun} label={t("hot")} className={`${MARK} text-faixa-text`} />
                  )}{" "}
                  {value(normals.max_c[index], 1)}
                </td>
                <td>{value(normals.min_c[index], 1)}</td>
                <td>{value(normals.rain_mm[index], 0)}</td>
              </>
            )}
            <td className="whitespace-nowrap">{clock(sunrise)}</td>
            <td className="whitespace-nowrap">{clock(sunset)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
