import { getTranslations } from "next-intl/server";
import { PrintButton } from "@/components/guide/pages/print-button";
import type { ExportRow } from "@/lib/events/panel/list/queries";
import type { FINAL_LISTS } from "@/lib/events/panel/rules";

type Props = {
  kind: (typeof FINAL_LISTS)[number];
  title: string;
  groups: readonly { name: string; rows: readonly ExportRow[] }[];
};

const vehicleText = ({ make, model, year, plate }: ExportRow["registration_vehicles"][number]) =>
  [make, model, year, plate].filter(Boolean).join(" ");

/** A list to print: people for the gate by kind, or vehicles for the parking by class. */
export async function FinalList({ kind, title, groups }: Props) {
  const t = await getTranslations("events/panel.lists");
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-2xl wrap-anywhere">{`${t(kind)} · ${title}`}</h2>
        <PrintButton label={t("print")} />
      </div>
      {groups.length === 0 && <p className="text-muted">{t("empty")}</p>}
      {groups.map(({ name, rows }) => (
        <div key={name} className="overflow-x-auto print:overflow-visible">
          <table className="w-full text-left text-[0.95rem]">
            <caption className="border-b-2 border-line py-2 text-left font-display text-xl">
              {t("group", { name: name || t("noClass"), count: rows.length })}
            </caption>
            <thead className="text-sm text-muted">
              <tr>
                {(["check", "name", "company", "vehicles", "places", "code"] as const).map((head) => (
                  <th key={head} scope="col" className="p-2 font-semibold">
                    {t(`head.${head}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id} className="break-inside-avoid border-b border-line align-top">
                  <td className="w-10 p-2">☐</td>
                  <td className="p-2 font-semibold wrap-anywhere">{row.full_name}</td>
                  <td className="p-2 wrap-anywhere">{row.company ?? row.club ?? "—"}</td>
                  <td className="p-2 wrap-anywhere">{row.registration_vehicles.map(vehicleText).join("; ") || "—"}</td>
                  <td className="p-2 tabular">{row.places}</td>
                  <td className="p-2 tabular">{row.code}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </section>
  );
}
