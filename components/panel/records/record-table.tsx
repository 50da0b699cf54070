"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { ArrowDown, ArrowUp, ExternalLink } from "lucide";
import { Link } from "@/components/ui/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useState, type ReactNode } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import { useChosen } from "@/components/ui/use-chosen";
import { bulkAction } from "@/lib/panel/admin/actions";
import { notifyTrashed } from "./notify-trashed";

export type TableRow = { id: string; title: string; href: string; page: string | null; cells: ReactNode[] };
type Head = { name: string; label: string; sort?: "ascending" | "descending"; href: string };
type BulkSet = { field: string; value: unknown; label: string };

type RecordTableProps = {
  resource: string;
  heads: Head[];
  rows: TableRow[];
  sets: BulkSet[];
  inTrash: boolean;
  hasTrash: boolean;
  canDelete: boolean;
  /** Rows have the day on which they were compared with their sources. */
  hasCheckDate: boolean;
};

/** Rows with a checkbox each, for bulk actions. On a phone every row is a card. */
export function RecordTable({ heads, rows, ...bulk }: RecordTableProps) {
  const t = useTranslations("panel/records");
  const chosen = useChosen(rows);
  return (
    <div className="grid gap-3">
      {chosen.ids.length > 0 && <BulkBar {...bulk} ids={chosen.ids} onDone={() => chosen.chooseAll(false)} />}
      <div className="overflow-x-auto rounded-xl border border-line bg-surface">
        <table className="w-full text-left max-md:block">
          <thead className="border-b border-line text-sm text-muted max-md:block max-md:p-3">
            <tr className="max-md:block">
              <th scope="col" className="w-12 p-3 max-md:inline-flex max-md:items-center max-md:p-0">
                <input
                  type="checkbox"
                  title={t("list.chooseAll")}
                  aria-label={t("list.chooseAll")}
                  checked={chosen.isAll}
                  onChange={() => chosen.chooseAll(!chosen.isAll)}
                  className="size-5 accent-primary"
                />
              </th>
              {heads.map(({ name, label, sort, href }) => (
                <th key={name} scope="col" aria-sort={sort} className="p-3 font-normal max-md:hidden">
                  <Link href={href} className="inline-flex min-h-6 items-center gap-1 hover:text-text">
                    {label}
                    {sort && <Icon of={sort === "ascending" ? ArrowUp : ArrowDown} className="size-4" />}
                  </Link>
                </th>
              ))}
              <td className="max-md:hidden">&nbsp;</td>
            </tr>
          </thead>
          <tbody className="max-md:grid">
            {rows.map(({ id, title, href, page, cells }) => (
              <tr
                key={id}
                className="border-b border-line last:border-0 hover:bg-raised max-md:grid max-md:grid-cols-[2.5rem_1fr] max-md:gap-x-2 max-md:p-3"
              >
                <td className="p-3 max-md:col-start-1 max-md:row-start-1 max-md:p-0">
                  <input
                    type="checkbox"
                    aria-label={t("list.choose", { title })}
                    checked={chosen.isChosen(id)}
                    onChange={() => chosen.choose(id, !chosen.isChosen(id))}
                    className="size-5 accent-primary"
                  />
                </td>
                <th scope="row" className="max-w-md min-w-36 p-3 font-normal max-md:col-start-2 max-md:p-0">
                  <Link
                    href={href}
                    className="font-semibold text-link underline-offset-4 hover:underline wrap-anywhere"
                  >
                    {title}
                  </Link>
                </th>
                {cells.map((cell, index) => (
                  <td
                    key={heads[index + 1]!.name}
                    className="p-3 max-md:col-start-2 max-md:flex max-md:gap-2 max-md:p-0 max-md:text-sm"
                  >
                    <span className="text-muted md:hidden">{heads[index + 1]!.label}:</span>
                    {cell}
                  </td>
                ))}
                <td className="p-3 text-right max-md:col-start-2 max-md:p-0 max-md:text-left">
                  {page && (
                    <a
                      href={page}
                      target="_blank"
                      rel="noopener"
                      className="inline-flex size-11 items-center justify-center rounded-lg hover:bg-line"
                    >
                      <Icon of={ExternalLink} className="size-5" label={t("list.seeOnSite", { title })} />
                    </a>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type BulkBarProps = Omit<RecordTableProps, "heads" | "rows"> & { ids: string[]; onDone: () => void };

function BulkBar({ resource, ids, sets, inTrash, hasTrash, canDelete, hasCheckDate, onDone }: BulkBarProps) {
  const t = useTranslations("panel/records");
  const router = useRouter();
  const [set, setSet] = useState("");
  const { execute, isPending } = useAction(bulkAction, {
    onSuccess: ({ data, input }) => {
      const count = String(data?.count ?? 0);
      if (input.action === "trash") notifyTrashed({ resource, ids, count, onUndone: () => router.refresh() });
      else notify({ code: "record.changed", values: { count }, variant: "success" });
      onDone();
      router.refresh();
    },
    onError: ({ error }) => notifyFailure(error),
  });
  const run = (action: "trash" | "restore" | "delete" | "check") => {
    const change = () => execute({ resource, ids, action });
    if (action === "delete") whenConfirmed(t("bulk.confirmDelete", { count: ids.length }), change);
    else change();
  };
  const chosenSet = sets[Number(set)];
  return (
    <div
      role="region"
      aria-label={t("bulk.label")}
      className="sticky top-16 z-10 flex flex-wrap items-center gap-2 rounded-xl border-2 border-faixa bg-surface p-3"
    >
      <strong className="mr-auto tabular">{t("bulk.chosen", { count: ids.length })}</strong>
      {sets.length > 0 && !inTrash && (
        <>
          <select
            aria-label={t("bulk.set")}
            value={set}
            onChange={(event) => setSet(event.target.value)}
            className={`${controlClass} w-auto!`}
          >
            <option value="">{t("bulk.set")}</option>
            {sets.map(({ field, label }, index) => (
              <option key={field + label} value={index}>
                {label}
              </option>
            ))}
          </select>
          <Button
            variant="outline"
            disabled={isPending || set === ""}
            onClick={() =>
              chosenSet && execute({ resource, ids, action: "set", field: chosenSet.field, value: chosenSet.value })
            }
          >
            {t("bulk.apply")}
          </Button>
        </>
      )}
      {hasCheckDate && !inTrash && (
        <Button variant="outline" disabled={isPending} onClick={() => run("check")}>
          {t("bulk.check")}
        </Button>
      )}
      {hasTrash && (
        <Button variant="outline" disabled={isPending} onClick={() => run(inTrash ? "restore" : "trash")}>
          {t(inTrash ? "bulk.restore" : "bulk.trash")}
        </Button>
      )}
      {canDelete && (!hasTrash || inTrash) && (
        <Button variant="danger" disabled={isPending} onClick={() => run("delete")}>
          {t("bulk.delete")}
        </Button>
      )}
    </div>
  );
}
