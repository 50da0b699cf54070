import { Button } from "@/components/ui/button";
import type { Placement } from "@/lib/commerce/ads/rules";
import { useSaleFormTexts } from "./sale-form-texts";
import type { Facts } from "./use-agreement";
import type { Difference } from "./use-sale-form";

type Props = {
  difference: Difference;
  facts: Facts;
  dashboard: string;
  isPending: boolean;
  /** Runs before the form is sent again: as a separate sale, or as a correction of the saved one. */
  onRenew: (replaced: string | null) => void;
};

/** Shown when this form has already created a sale with other data: compares both and lets the seller choose. */
export function SaleDifference({ difference: { sale, saved }, facts, dashboard, isPending, onRenew }: Props) {
  const { form: texts, place } = useSaleFormTexts();
  const number = String(sale.number);
  const shown = (name: string, value: string) =>
    name === "is_remote_signing"
      ? texts.signing[value === "true" ? "remote" : "here"]
      : value
          .split(",")
          .map((part) => (name === "placements" ? (place[part as Placement] ?? part) : part))
          .join(name === "placements" || name === "states" ? ", " : ",");
  return (
    <section className="grid gap-3 rounded-xl border-2 border-danger p-4">
      <h3 className="text-xl">
        {(sale.isCancelled ? texts.difference.cancelled : texts.difference.title).replace("{number}", number)}
      </h3>
      <dl className="grid gap-2">
        {Object.entries(saved).map(([name, value]) => (
          <div key={name} className="grid gap-x-4 sm:grid-cols-[10rem_1fr]">
            <dt className="font-semibold">{texts.facts[name as keyof Facts]}</dt>
            <dd className="wrap-anywhere">
              <del className="text-muted">{shown(name, value)}</del> →{" "}
              <ins className="font-semibold no-underline">{shown(name, facts[name as keyof Facts])}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button asChild variant="outline">
          <a href={`${dashboard}?venda=${sale.id}`}>{texts.difference.open.replace("{number}", number)}</a>
        </Button>
        {!sale.isCancelled && (
          <Button type="submit" disabled={isPending} onClick={() => onRenew(sale.id)}>
            {texts.difference.correct.replace("{number}", number)}
          </Button>
        )}
        <Button type="submit" variant="outline" disabled={isPending} onClick={() => onRenew(null)}>
          {texts.difference.another}
        </Button>
      </div>
    </section>
  );
}
