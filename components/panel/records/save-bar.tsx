import { CalendarCheck, Save, TriangleAlert } from "lucide";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Field } from "@/lib/panel/admin/resource";
import { languageOf } from "./first-error";
import { useLabels } from "./labels";

type SaveBarProps = {
  fields: readonly Field[];
  /** Paths of the wrong fields in the order of the form. */
  wrong: readonly string[];
  /** The last save failed, because of the wrong fields or for another reason, which a notice names. */
  hasFailed: boolean;
  isNew: boolean;
  changed: number;
  isPending: boolean;
  isOff: boolean;
  onShow: (path: string) => void;
  onCheckToday?: () => void;
  children: ReactNode;
};

/** The bar below a record: whether it is saved, what is wrong, and the buttons. */
export function SaveBar(props: SaveBarProps) {
  const { wrong, hasFailed, isNew, changed, isPending, isOff, onCheckToday, children } = props;
  const t = useTranslations("panel/records");
  const state = isPending
    ? t("form.saving")
    : changed > 0
      ? t("form.unsaved", { count: changed })
      : t(isNew ? "form.empty" : "form.clean");
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3 sm:-mx-6 sm:px-6">
      {children}
      {!isPending && hasFailed && <Problem {...props} wrong={wrong} />}
      <span role="status" className="mr-auto text-sm text-muted">
        {state}
      </span>
      {onCheckToday && (
        <Button type="button" variant="outline" disabled={isPending || isOff} onClick={onCheckToday}>
          <Icon of={CalendarCheck} /> {t("form.checkedToday")}
        </Button>
      )}
      <Button type="submit" disabled={isPending || isOff || (changed === 0 && !isNew)}>
        <Icon of={Save} /> {t(isPending ? "form.saving" : "form.save")}
      </Button>
    </div>
  );
}

const SHOWN = 3;

/** That nothing was saved, with a button for each wrong field that leads to it. */
function Problem({ fields, wrong, onShow }: Pick<SaveBarProps, "fields" | "wrong" | "onShow">) {
  const t = useTranslations("panel/records");
  const labels = useLabels();
  const nameOf = (path: string) => {
    const language = languageOf(path);
    const parts = path.split(".");
    const name = language === "pt" ? parts[0]! : parts[2]!;
    const label = labels.field(fields.find((field) => field.name === name)?.label ?? name);
    const place = language === "pt" && /^\d+$/.test(parts[1] ?? "") ? ` ${Number(parts[1]) + 1}` : "";
    return language === "pt" ? label + place : `${label} (${language})`;
  };
  return (
    <div role="alert" className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-danger">
      <Icon of={TriangleAlert} className="size-5" />
      <span>{wrong.length > 0 ? t("form.wrong", { count: wrong.length }) : t("form.notSaved")}</span>
      {wrong.slice(0, SHOWN).map((path) => (
        <Button key={path} type="button" variant="link" size="text" onClick={() => onShow(path)}>
          {nameOf(path)}
        </Button>
      ))}
    </div>
  );
}
