import { getLocale, getTranslations } from "next-intl/server";
import { differenceOf, standingsOf, type Line, type ScoringRules } from "@/lib/events/rally/rules";
import type { RallyCrew, Standings } from "@/lib/events/rally/schema";
import { formatNumber } from "@/lib/platform/format";

type Stage = { name: string; finished_at: string | null; controls: readonly { id: string; kind: string }[] };
type Props = Pick<Standings, "crews" | "results"> & { stages: readonly Stage[]; rules: ScoringRules };

/** The standings of a rally: all cars, then each class, with the points of every control. */
export async function ResultsTable({ crews, results, stages, rules }: Props) {
  const t = await getTranslations("events/rally.results");
  const groups = standingsOf({ crews, results, stages, rules });
  if (crews.length === 0) return <p className="text-muted">{t("none")}</p>;
  return groups.map(({ name, lines }) => (
    <section key={name ?? ""} className="grid min-w-0 gap-2 break-inside-avoid">
      <h3 className="text-xl">{name ?? t("all")}</h3>
      <Group title={name ?? t("all")} lines={lines} stages={stages} />
    </section>
  ));
}

const carOf = ({ public_name: publicName, name, car }: RallyCrew) =>
  [publicName ?? name, car].filter(Boolean).join(" · ");

async function Group({ title, lines, stages }: { title: string; lines: readonly Line[]; stages: readonly Stage[] }) {
  const [t, locale] = [await getTranslations("events/rally.results"), await getLocale()];
  const heads = stages.flatMap(({ name, controls }) =>
    controls.map(({ id }, index) => ({ id, label: t("controlHead", { stage: name, number: index + 1 }) })),
  );
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-surface">
      <table data-slot="results" className="w-full text-left tabular">
        <caption className="sr-only">{title}</caption>
        <thead className="border-b-2 border-line text-sm text-muted">
          <tr>
            <th scope="col" className="p-2">
              {t("place")}
            </th>
            <th scope="col" className="p-2">
              {t("number")}
            </th>
            <th scope="col" className="p-2">
              {t("car")}
            </th>
            <th scope="col" className="p-2 text-right">
              {t("points")}
            </th>
            {heads.map(({ id, label }) => (
              <th key={id} scope="col" className="p-2 text-right whitespace-nowrap">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ crew, place, points, scores }) => (
            <tr key={crew.id} className="border-b border-line last:border-0">
              <td className="p-2 font-semibold">{place ?? t("withdrawn")}</td>
              <td className="p-2">{crew.number}</td>
              <td className="p-2">{carOf(crew) || t("noName", { number: crew.number })}</td>
              <td className="p-2 text-right font-semibold" data-points={points}>
                {formatNumber(points, locale)}
              </td>
              {scores.map(({ control, difference, points: own }) => (
                <td key={control} className="p-2 text-right whitespace-nowrap">
                  {own === null ? "–" : formatNumber(own, locale)}
                  <span className="block text-sm text-muted">
                    {difference === null ? (own === null ? "" : t("missing")) : differenceOf(difference)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
