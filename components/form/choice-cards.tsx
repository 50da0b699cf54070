/** A plan with its texts in the language of the page. */
export type ShownPlan = { id: string; name: string; description: string; price: string; days: string };

type PlanChoiceProps = {
  name: string;
  legend: string;
  plans: readonly ShownPlan[];
  chosen: string | null;
  /** Label of the first choice: no plan. */
  free?: { title: string; text: string };
};

/** Plans on offer as radio buttons. */
export function PlanChoice({ name, legend, plans, chosen, free }: PlanChoiceProps) {
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1.5 grid gap-2 sm:grid-cols-2">
        {free && <Option name={name} value="" isChosen={!chosen} title={free.title} text={free.text} />}
        {plans.map((plan) => (
          <Option
            key={plan.id}
            name={name}
            value={plan.id}
            isChosen={plan.id === chosen}
            title={plan.name}
            text={plan.description}
            price={`${plan.price} · ${plan.days}`}
          />
        ))}
      </div>
    </fieldset>
  );
}

type OptionProps = { name: string; value: string; isChosen: boolean; title: string; text: string; price?: string };

function Option({ name, value, isChosen, title, text, price }: OptionProps) {
  return (
    <label className="grid cursor-pointer grid-cols-[auto_1fr] content-start gap-x-3 rounded-xl border-2 border-line bg-background p-4 has-checked:border-primary has-checked:bg-raised">
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={isChosen}
        className="row-span-3 mt-0.5 size-5 accent-primary"
      />
      <span className="font-semibold wrap-anywhere">{title}</span>
      {price && <span className="tabular">{price}</span>}
      <span className="text-sm text-muted wrap-anywhere">{text}</span>
    </label>
  );
}
