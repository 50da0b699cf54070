import type { Messages } from "next-intl";
import { getMessages } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { formatDate, formatMoment } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { compareChecklists, type ComparedRow } from "@/lib/garage/checklists/rules";
import type { StoredChecklist } from "@/lib/garage/checklists/schema";
import { vehiclePath } from "@/lib/garage/vehicles/rules";

type Props = {
  compared: [StoredChecklist | null, StoredChecklist | null];
  vehicle: string;
  locale: Locale;
};

/** Two checklists side by side; rows that differ are marked. */
export async function CompareTable({ compared: [a, b], vehicle, locale }: Props) {
  const { "garage/checklists": texts } = await getMessages();
  const close = (
    <Link
      href={vehiclePath(vehicle, "checklists")}
      className="inline-flex min-h-11 items-center underline print:hidden"
    >
      {texts.compare.close}
    </Link>
  );
  if (!a || !b || a.id === b.id)
    return (
      <section className="grid gap-2">
        <p role="alert">{texts.compare.same}</p>
        {close}
      </section>
    );
  const heads = [a, b].map(
    ({ title, signed_on, started_at }) =>
      `${title}, ${signed_on ? formatDate(signed_on, locale) : formatMoment(started_at, locale)}`,
  );
  return (
    <section className="grid gap-2" aria-labelledby="compare">
      <h2 id="compare" className="text-2xl">
        {texts.compare.title}
      </h2>
      <p className="text-muted">{texts.compare.onlyChanged}</p>
      <div className="overflow-x-auto">
        <table className="w-full text-left">
          <thead>
            <tr className="border-b-2 border-line align-bottom">
              {[texts.compare.item, ...heads].map((head, index) => (
                <th key={index} scope="col" className="p-2">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {compareChecklists(a.items, b.items).map((row) => (
              <Row key={row.key} row={row} texts={texts} />
            ))}
          </tbody>
        </table>
      </div>
      {close}
    </section>
  );
}

function Row({
  row: { key, text, a, b, isDifferent },
  texts,
}: {
  row: ComparedRow;
  texts: Messages["garage/checklists"];
}) {
  const cell = (item: ComparedRow["a"]) =>
    item
      ? [texts.statuses[item.status], item.value && `${item.value} ${item.unit}`.trim(), item.note]
          .filter(Boolean)
          .join(" · ")
      : texts.compare.missing;
  return (
    <tr
      data-changed={isDifferent || undefined}
      className={`border-b border-line align-top ${isDifferent ? "bg-raised font-semibold" : ""}`}
    >
      <th scope="row" id={`compared-${key}`} className="p-2 font-normal">
        {text}
      </th>
      <td className="p-2">{cell(a)}</td>
      <td className="p-2">{cell(b)}</td>
    </tr>
  );
}
