import { Field } from "@/components/form/field";
import { Checkbox } from "@/components/ui/checkbox";
import { controlClass, Input } from "@/components/ui/input";
import { QR_KINDS, WIFI_SECURITY } from "@/lib/guide/qr-codes/rules";
import type { QrFormValues, Change } from "./form-values";
import { useStudioTexts } from "./qr-texts";

export type PageSuggestion = { path: string; name: string };

type Props = { answers: QrFormValues; suggestions: readonly PageSuggestion[]; onChange: Change };

/** Choice of the kind and the fields of that kind. */
export function ContentFields({ answers, suggestions, onChange }: Props) {
  const texts = useStudioTexts();
  return (
    <>
      <fieldset>
        <legend className="font-semibold">{texts.kind}</legend>
        <div className="mt-1.5 grid grid-cols-2 gap-2 sm:grid-cols-4">
          {QR_KINDS.map((kind) => (
            <label
              key={kind}
              className="grid min-h-11 cursor-pointer place-items-center rounded-lg border-2 border-line bg-background px-2 py-2 text-center leading-tight has-checked:border-primary has-checked:bg-raised has-focus-visible:outline-3 has-focus-visible:outline-faixa"
            >
              <input
                type="radio"
                name="kind"
                className="sr-only"
                checked={answers.kind === kind}
                onChange={() => onChange({ kind })}
              />
              {texts.kinds[kind]}
            </label>
          ))}
        </div>
      </fieldset>
      {answers.kind === "page" && (
        <Field name="page" label={texts.page} hint={texts.pageHint}>
          {(control) => (
            <>
              <Input
                {...control}
                list="qr-pages"
                maxLength={400}
                autoComplete="off"
                value={answers.path}
                onChange={({ target }) => onChange({ path: target.value })}
              />
              <datalist id="qr-pages">
                {suggestions.map(({ path, name }) => (
                  <option key={path} value={path}>
                    {name}
                  </option>
                ))}
              </datalist>
            </>
          )}
        </Field>
      )}
      {answers.kind === "link" && (
        <Field name="link" label={texts.link} hint={texts.linkHint}>
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              maxLength={700}
              value={answers.url}
              onChange={({ target }) => onChange({ url: target.value })}
            />
          )}
        </Field>
      )}
      {answers.kind === "whatsapp" && <WhatsappFields answers={answers} onChange={onChange} />}
      {answers.kind === "wifi" && <WifiFields answers={answers} onChange={onChange} />}
    </>
  );
}

type PartProps = Omit<Props, "suggestions">;

function WhatsappFields({ answers, onChange }: PartProps) {
  const texts = useStudioTexts();
  return (
    <>
      <Field name="phone" label={texts.phone} hint={texts.phoneHint}>
        {(control) => (
          <Input
            {...control}
            type="tel"
            autoComplete="tel"
            maxLength={30}
            value={answers.phone}
            onChange={({ target }) => onChange({ phone: target.value })}
          />
        )}
      </Field>
      <Field name="message" label={texts.message} optional={texts.optional}>
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            value={answers.message}
            onChange={({ target }) => onChange({ message: target.value })}
          />
        )}
      </Field>
    </>
  );
}

function WifiFields({ answers, onChange }: PartProps) {
  const texts = useStudioTexts();
  return (
    <>
      <Field name="network" label={texts.network}>
        {(control) => (
          <Input
            {...control}
            maxLength={64}
            autoComplete="off"
            value={answers.network}
            onChange={({ target }) => onChange({ network: target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="security" label={texts.security}>
          {(control) => (
            <select
              {...control}
              className={controlClass}
              value={answers.security}
              onChange={({ target }) => onChange({ security: WIFI_SECURITY.find((one) => one === target.value) })}
            >
              {WIFI_SECURITY.map((one) => (
                <option key={one} value={one}>
                  {texts.securities[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {answers.security !== "nopass" && (
          <Field name="password" label={texts.password} hint={texts.passwordHint}>
            {(control) => (
              <Input
                {...control}
                maxLength={64}
                autoComplete="off"
                value={answers.password}
                onChange={({ target }) => onChange({ password: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <Checkbox checked={answers.hidden} onChange={({ target }) => onChange({ hidden: target.checked })} />
        {texts.hidden}
      </label>
    </>
  );
}
