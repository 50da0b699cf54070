import { getMessages } from "next-intl/server";
import { GuideCar } from "./guide-car";
import { CAR_QUESTIONS, GUIDE, type CarKind } from "./guide-steps";

/** Hides a step as soon as an answer excludes its kind of car; plain CSS, so that it also works without scripts. */
const HIDDEN: Record<CarKind, string> = {
  carburettor: "group-has-[#car-injection:checked]/guide:hidden group-has-[#car-diesel:checked]/guide:hidden",
  injection: "group-has-[#car-carburettor:checked]/guide:hidden group-has-[#car-diesel:checked]/guide:hidden",
  diesel: "group-has-[#car-carburettor:checked]/guide:hidden group-has-[#car-injection:checked]/guide:hidden",
  petrol: "group-has-[#car-diesel:checked]/guide:hidden",
  air: "group-has-[#car-water:checked]/guide:hidden",
  water: "group-has-[#car-air:checked]/guide:hidden",
  six: "group-has-[#car-twelve:checked]/guide:hidden",
  twelve: "group-has-[#car-six:checked]/guide:hidden",
};

const ANSWER =
  "flex min-h-12 cursor-pointer items-center justify-center rounded-xl border-2 border-line bg-surface px-3 text-center leading-tight font-semibold has-checked:border-faixa has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-faixa";

/** What to check first for each symptom, limited to the kind of car. */
export async function BreakdownGuide() {
  const { "guide/breakdown": texts } = await getMessages();
  return (
    <section aria-labelledby="guide-title" className="group/guide page mt-12">
      <h2 id="guide-title" className="display-2">
        {texts.what}
      </h2>
      <p className="mt-2 max-w-2xl">{texts.whatLead}</p>
      <GuideCar label={texts.panel.carField} />
      <div className="mt-4 grid gap-4 lg:grid-cols-3">
        {CAR_QUESTIONS.map(({ key, answers }) => (
          <fieldset key={key} className="min-w-0">
            <legend className="font-display text-lg">{texts.question[key]}</legend>
            <div className="mt-1 grid auto-cols-fr grid-cols-2 gap-2">
              {answers.map((answer) => (
                <Answer key={answer} name={key} id={`car-${answer}`} label={texts.kind[answer]} />
              ))}
              <Answer name={key} id={`car-any-${key}`} label={texts.any} isChosen />
            </div>
          </fieldset>
        ))}
      </div>
      <div className="mt-6 grid items-start gap-3 lg:grid-cols-2">
        {GUIDE.map(({ key, steps }) => (
          <details key={key} name="breakdown-symptom" className="rounded-2xl border-2 border-line bg-surface">
            <summary className="flex min-h-14 cursor-pointer items-center px-4 py-2 font-display text-xl leading-tight">
              {texts.guide[key].title}
            </summary>
            <ol className="grid gap-3 px-4 pb-4">
              {Object.entries<CarKind | null>(steps).map(([step, kind]) => (
                <li key={step} className={`border-l-4 border-faixa pl-3 ${kind ? HIDDEN[kind] : ""}`}>
                  {kind && (
                    <span className="mr-2 rounded bg-raised px-1.5 py-0.5 text-sm font-semibold">
                      {texts.kind[kind]}
                    </span>
                  )}
                  {(texts.guide[key].steps as Record<string, string>)[step]}
                </li>
              ))}
            </ol>
          </details>
        ))}
      </div>
      <p className="mt-4 text-sm text-muted">{texts.guideNote}</p>
    </section>
  );
}

type AnswerProps = { name: string; id: string; label: string; isChosen?: boolean };

function Answer({ name, id, label, isChosen = false }: AnswerProps) {
  return (
    <label htmlFor={id} className={ANSWER}>
      <input type="radio" name={`car-${name}`} id={id} defaultChecked={isChosen} className="sr-only" />
      {label}
    </label>
  );
}
