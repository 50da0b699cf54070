import { useSaleFormTexts } from "./sale-form-texts";

/** Whether the client signs on the seller's device or later on their own phone. */
export function SigningChoice({ isRemote }: { isRemote: boolean }) {
  const texts = useSaleFormTexts().form.signing;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{texts.legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {[false, true].map((value) => (
          <label
            key={String(value)}
            className="flex cursor-pointer items-start gap-3 rounded-xl border-2 border-line bg-background p-4 hover:bg-raised has-checked:border-faixa has-focus-visible:outline-2 has-focus-visible:outline-faixa"
          >
            <input
              type="radio"
              name="is_remote_signing"
              value={String(value)}
              defaultChecked={value === isRemote}
              className="mt-0.5 size-5 accent-primary"
            />
            {texts[value ? "remote" : "here"]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
