import { SIGNING_PLACES, type SigningPlace } from "@/lib/commerce/sales/rules";
import { useSaleFormTexts } from "./sale-form-texts";

/** Whether the client signs on the seller's device or later on their own phone. */
export function SigningChoice({ chosen }: { chosen: SigningPlace }) {
  const texts = useSaleFormTexts().form.signing;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{texts.legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {SIGNING_PLACES.map((place) => (
          <label
            key={place}
            className="flex cursor-pointer items-start gap-3 rounded-xl border-2 border-line bg-background p-4 hover:bg-raised has-checked:border-faixa has-focus-visible:outline-2 has-focus-visible:outline-faixa"
          >
            <input
              type="radio"
              name="signing"
              value={place}
              defaultChecked={place === chosen}
              className="mt-0.5 size-5 accent-primary"
            />
            {texts[place]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
