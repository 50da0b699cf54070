import { Field } from "@/components/form/field";
import { controlClass, Input } from "@/components/ui/input";
import { ERROR_LEVELS } from "@/lib/guide/qr-codes/rules";
import { SIZES, type QrFormValues, type Change } from "./form-values";
import { useStudioTexts } from "./qr-texts";

type Props = { answers: QrFormValues; onChange: Change };

/** Caption, colours, size and error correction level. */
export function StyleFields({ answers, onChange }: Props) {
  const texts = useStudioTexts();
  return (
    <fieldset className="grid gap-4 border-t-2 border-line pt-4 sm:grid-cols-2">
      <legend className="sr-only">{texts.look}</legend>
      <div className="sm:col-span-2">
        <Field name="caption" label={texts.caption} hint={texts.captionHint} optional={texts.optional}>
          {(control) => (
            <Input
              {...control}
              maxLength={80}
              value={answers.caption}
              onChange={({ target }) => onChange({ caption: target.value })}
            />
          )}
        </Field>
      </div>
      {(["dark", "light"] as const).map((shade) => (
        <Field key={shade} name={shade} label={texts[shade]}>
          {(control) => (
            <input
              {...control}
              type="color"
              className={`${controlClass} p-1`}
              value={answers[shade]}
              onChange={({ target }) => onChange({ [shade]: target.value })}
            />
          )}
        </Field>
      ))}
      <Field name="pixels" label={texts.size}>
        {(control) => (
          <select
            {...control}
            className={controlClass}
            value={answers.pixels}
            onChange={({ target }) => onChange({ pixels: Number(target.value) })}
          >
            {SIZES.map((size) => (
              <option key={size} value={size}>
                {`${size} × ${size}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field name="level" label={texts.level} hint={texts.levelHint}>
        {(control) => (
          <select
            {...control}
            className={controlClass}
            value={answers.level}
            onChange={({ target }) => onChange({ level: ERROR_LEVELS.find((one) => one === target.value) })}
          >
            {ERROR_LEVELS.map((level) => (
              <option key={level} value={level}>
                {texts.levels[level]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </fieldset>
  );
}
