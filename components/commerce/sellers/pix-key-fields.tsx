import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { usePixKeyTexts } from "./pix-key-texts";
import { PIX_KEY_TYPES } from "@/lib/platform/supabase/database-constants/commerce";

/** Type and value of the Pix key for commission payments. */
export function PixKeyFields({ kind, value }: { kind: string | undefined; value: string | undefined }) {
  const texts = usePixKeyTexts().pixKey;
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
