import { getTranslations } from "next-intl/server";
import { Input } from "@/components/ui/input";
import { MAX_WEIGHT, SEARCH_WEIGHTS, type Weights } from "@/lib/panel/algorithms/schema";

/** One number input per ranking factor of the search. */
export async function WeightFields({ weights }: { weights: Weights }) {
  const t = await getTranslations("panel/system.algorithms.weight");
  return (
    <div className="grid gap-3 sm:grid-cols-3 xl:grid-cols-5">
      {SEARCH_WEIGHTS.map((name) => (
        <label key={name} className="grid gap-1 text-sm">
          <span>{t(name)}</span>
          <Input
            name={name}
            type="number"
            min={0.1}
            max={MAX_WEIGHT}
            step={0.1}
            required
            defaultValue={weights[name]}
          />
        </label>
      ))}
    </div>
  );
}
