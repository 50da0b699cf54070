import type { Messages } from "next-intl";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { PIX_KEY_TYPES } from "@/lib/platform/pix/schema";

export type PixKeyTexts = Messages["commerce/sellers"]["pixKey"];

/** Type and value of the Pix key for commission payments. */
export function PixKeyFields({
  texts,
  kind,
  value,
}: {
  texts: PixKeyTexts;
  kind: string | undefined;
  value: string | undefined;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        name="pix_key_type"
        label={texts.kind}
        options={PIX_KEY_TYPES.map((name) => ({ value: name, label: texts.kinds[name] }))}
        defaultValue={kind}
      />
      <TextField
        name="pix_key"
        label={texts.label}
        hint={texts.hint}
        optional={texts.optional}
        autoComplete="off"
        maxLength={140}
        defaultValue={value}
      />
    </div>
  );
}
