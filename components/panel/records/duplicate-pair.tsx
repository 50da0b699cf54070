"use client";

import { ExternalLink, Merge, Pencil } from "lucide";
import { Link } from "@/components/ui/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useRef, useState, type ReactNode } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { judgePairAction, mergeAction } from "@/lib/panel/admin/actions";
import { MergeDialog } from "./merge-dialog";

export type Side = { id: string; title: string; edit: string; page: string | null; isOnSite: boolean };
export type Fact = { label: string; values: readonly [ReactNode, ReactNode]; isSame: boolean };

type DuplicatePairProps = {
  resource: string;
  sides: readonly [Side, Side];
  facts: readonly Fact[];
  /** How similar they are, as text. */
  summary: string;
  isDismissed: boolean;
  /** The rows of this resource have a public address each. */
  hasAddress: boolean;
};

/** The pressed buttons disappear after a decision, so the focus moves to the heading. */
const focusHeading = () => document.getElementById("repetidos")?.focus();

/** Two similar rows side by side: they are merged into one, or marked as different. */
export function DuplicatePair({ resource, sides, facts, summary, isDismissed, hasAddress }: DuplicatePairProps) {
  const t = useTranslations("panel/records");
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const [remaining, setRemaining] = useState<0 | 1>(0);
  const done = () => {
    router.refresh();
    focusHeading();
  };
  const judge = useAction(judgePairAction, {
    onSuccess: () => {
      notify({ code: isDismissed ? "duplicate.returned" : "duplicate.dismissed", variant: "success" });
      done();
    },
    onError: ({ error }) => notifyFailure(error),
  });
  const merge = useAction(mergeAction, {
    onSuccess: ({ data }) => {
      dialog.current?.close();
      notify(
        data?.outcome === "saved"
          ? { code: "duplicate.merged", values: { kept: sides[remaining].title }, variant: "success" }
          : {
              code: data?.outcome === "refused" && data.reason === "hidden" ? "duplicate.hidden" : "duplicate.changed",
              variant: "destructive",
            },
      );
      done();
    },
    onError: ({ error }) => {
      dialog.current?.close();
      notifyFailure(error);
    },
  });
  const isBusy = judge.isPending || merge.isPending;
  const [first, second] = sides;
  return (
    <article
      aria-label={t("duplicates.pair", { first: first.title, second: second.title })}
      className="rounded-xl border border-line bg-surface"
    >
      <header className="flex flex-wrap items-center gap-3 border-b border-line p-3">
        <p className="mr-auto tabular">{summary}</p>
        <Button
          variant="outline"
          disabled={isBusy}
          onClick={() => judge.execute({ resource, ids: [first.id, second.id], different: !isDismissed })}
        >
          {t(isDismissed ? "duplicates.return" : "duplicates.different")}
        </Button>
      </header>
      <table className="w-full table-fixed text-left">
        <thead>
          <tr className="align-top max-md:grid max-md:grid-cols-2">
            <td className="w-36 max-md:hidden">&nbsp;</td>
            {sides.map((side) => (
              <th key={side.id} scope="col" className="p-3 font-normal">
                <SideHead side={side} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(({ label, values, isSame }) => (
            <tr key={label} className="border-t border-line align-top max-md:grid max-md:grid-cols-2">
              <th scope="row" className="px-3 py-2 text-sm font-normal text-muted max-md:col-span-2 max-md:pb-0">
                {label}
              </th>
              {values.map((value, index) => (
                <td
                  key={sides[index]!.id}
                  className={`px-3 py-2 wrap-anywhere ${isSame ? "text-muted" : "font-semibold"}`}
                >
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line align-top max-md:grid max-md:grid-cols-2">
            <td className="max-md:hidden">&nbsp;</td>
            {sides.map((side, index) => {
              const isHidden = !side.isOnSite && sides[1 - index]!.isOnSite;
              return (
                <td key={side.id} className="p-3">
                  <Button
                    disabled={isBusy || isHidden}
                    aria-label={t("duplicates.keepThis", { title: side.title })}
                    onClick={() => {
                      setRemaining(index === 0 ? 0 : 1);
                      dialog.current?.showModal();
                    }}
                    className="max-md:px-3"
                  >
                    <Icon of={Merge} /> {t("duplicates.keep")}
                  </Button>
                  {isHidden && <p className="mt-2 text-sm text-muted">{t("duplicates.publishFirst")}</p>}
                </td>
              );
            })}
          </tr>
        </tfoot>
      </table>
      <MergeDialog
        ref={dialog}
        remaining={sides[remaining].title}
        other={sides[1 - remaining]!.title}
        moves={hasAddress && sides[1 - remaining]!.isOnSite}
        isBusy={isBusy}
        onMerge={() => merge.execute({ resource, remaining: sides[remaining].id, other: sides[1 - remaining]!.id })}
      />
    </article>
  );
}

function SideHead({ side: { title, edit, page } }: { side: Side }) {
  const t = useTranslations("panel/records");
  return (
    <>
      <strong className="font-display text-xl wrap-anywhere">{title}</strong>
      <span className="mt-1 flex flex-wrap gap-x-4">
        <Link href={edit} className="inline-flex min-h-11 items-center gap-2 text-link underline underline-offset-4">
          <Icon of={Pencil} className="size-5" /> {t("duplicates.open")}
        </Link>
        {page && (
          <a
            href={page}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center gap-2 text-link underline underline-offset-4"
          >
            <Icon of={ExternalLink} className="size-5" /> {t("form.seeOnSite")}
          </a>
        )}
      </span>
    </>
  );
}
