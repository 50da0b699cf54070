import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { Field } from "@/lib/panel/admin/resource";
import { useLabels } from "./labels";
import { useFieldText } from "./use-field-text";
import type { Values } from "./use-record";

type FieldConflictsProps = {
  mine: Values;
  theirs: Values;
  fields: readonly Field[];
  titles: Record<string, Record<string, string>>;
  locale: string;
  timeZone: string | undefined;
  onDecide: (name: string, side: "mine" | "theirs") => void;
};

/** The fields in conflict, one question each; all other fields are already merged. */
export function FieldConflicts({ mine, theirs, fields, titles, locale, timeZone, onDecide }: FieldConflictsProps) {
  const t = useTranslations("panel/records");
  const labels = useLabels();
  const text = useFieldText({ fields, titles, locale, timeZone });
  return (
    <section
      role="alert"
      className="grid max-h-[45dvh] w-full gap-3 overflow-y-auto rounded-xl border-2 border-danger p-4"
    >
      <h2 className="text-2xl">{t("conflict.title")}</h2>
      <p>{t("conflict.text")}</p>
      <ul className="grid gap-4">
        {Object.keys(theirs).map((name) => (
          <li key={name} className="grid gap-2">
            <strong>{labels.field(name)}</strong>
            <div className="grid gap-3 sm:grid-cols-2">
              {(["mine", "theirs"] as const).map((side) => (
                <div key={side} className="grid content-start gap-2 wrap-anywhere">
                  <p>
                    <span className="block text-sm text-muted">{t(`conflict.${side}`)}</span>
                    {text(name, side === "mine" ? mine[name] : theirs[name]).slice(0, 400)}
                  </p>
                  <Button
                    variant="outline"
                    className="w-fit"
                    aria-label={`${t(side === "mine" ? "conflict.keepMine" : "conflict.takeTheirs")}: ${labels.field(name)}`}
                    onClick={() => onDecide(name, side)}
                  >
                    {t(side === "mine" ? "conflict.keepMine" : "conflict.takeTheirs")}
                  </Button>
                </div>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
