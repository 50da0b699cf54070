import { getLocale, getTranslations } from "next-intl/server";
import { Postcard } from "@/components/guide/postcards/postcard";
import { AD_SIZE, hasAudience, type Audience } from "@/lib/commerce/ads/rules";
import { PLACEMENTS } from "@/lib/panel/record-choices/rules";
import { formatNumber } from "@/lib/platform/format";

const SIZES = Object.values(AD_SIZE)
  .map(({ width, height }) => `${width} × ${height}`)
  .join(" · ");

const COLUMNS = ["where", "what", "sizes"] as const;
const FIGURES = [
  ["views", "views"],
  ["week", "weekViews"],
] as const;

/**
 * Every ad placement with its sizes, and a preview of one. Views are shown once there are any: a table of zeros tells an
 * advertiser nothing.
 */
export async function AdFormats({ audience }: { audience: Audience }) {
  const [t, locale] = [await getTranslations("guide/pages.advertise"), await getLocale()];
  // A period without any views has no column, and a placement without views an empty cell.
  const figures = FIGURES.filter(([period]) => hasAudience(audience, period));
  return (
    <section className="mt-12">
      <h2 className="display-2">{t("formatsTitle")}</h2>
      <p className="mt-1 max-w-3xl text-muted">{t("formatsLead")}</p>
      <div className="mt-4 overflow-x-auto rounded-2xl border-2 border-line">
        <table className="w-full text-left max-sm:text-sm">
          <thead className="bg-raised">
            <tr>
              {[...COLUMNS, ...figures.map(([, column]) => column)].map((column) => (
                <th key={column} scope="col" className="px-4 py-3 font-display text-lg">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PLACEMENTS.map((format) => (
              <tr key={format} className="border-t border-line">
                <th scope="row" className="px-4 py-3 align-top font-semibold">
                  {t(`formats.${format}.name`)}
                </th>
                <td className="px-4 py-3 align-top">{t(`formats.${format}.text`)}</td>
                <td className="tabular px-4 py-3 align-top">{SIZES}</td>
                {figures.map(([period]) => {
                  const views = audience.get(format)?.[period] ?? 0;
                  return (
                    <td key={period} className="tabular px-4 py-3 align-top">
                      {views > 0 && formatNumber(views, locale)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figure className="mt-6">
        <figcaption className="mb-2 text-muted">{t("example")}</figcaption>
        <div className="relative overflow-hidden rounded-2xl border-2 border-line">
          <span className="absolute left-3 top-3 rounded bg-background px-2 py-0.5 text-sm text-text">
            {t("sponsored")}
          </span>
          <Postcard
            biome="serra"
            slug="anuncie-aqui"
            alt={t("exampleAlt")}
            className="aspect-[4/1] w-full object-cover max-sm:aspect-[2/1]"
          />
        </div>
      </figure>
      <p className="mt-4 max-w-3xl">{t("deadlines")}</p>
    </section>
  );
}
