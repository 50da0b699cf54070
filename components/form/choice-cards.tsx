/** A choice with its texts; `detail` is a short line below its name, such as a price. */
export type ChoiceCard = { value: string; label: string; detail?: string; text: string };

type ChoiceCardsProps = { name: string; legend: string; options: readonly ChoiceCard[]; chosen: string | null };

/** One of a few choices as radio buttons, each with a text. */
export function ChoiceCards({ name, legend, options, chosen }: ChoiceCardsProps) {
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1.5 grid gap-2 sm:grid-cols-2">
        {options.map(({ value, label, detail, text }) => (
          <label
            key={value}
            className="grid cursor-pointer grid-cols-[auto_1fr] content-start gap-x-3 rounded-xl border-2 border-line bg-background p-4 has-checked:border-primary has-checked:bg-raised"
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
              className="row-span-3 mt-0.5 size-5 accent-primary"
            />
            <span className="font-semibold wrap-anywhere">{label}</span>
            {detail && <span className="tabular">{detail}</span>}
            <span className="text-sm text-muted wrap-anywhere">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
