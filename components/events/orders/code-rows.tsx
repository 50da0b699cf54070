"use client";

import { CheckboxField } from "@/components/form/checkbox-field";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { FormPart } from "@/components/panel/requests/form-part";
import { fill } from "@/components/ui/fill";
import { CODE_BENEFITS, type OrderForm } from "@/lib/events/orders/schema";
import type { FormValues } from "@/lib/events/publishing/rules";
import { MAX_EVENT_CODES } from "@/lib/platform/supabase/database-constants/events";
import { useOrderTexts } from "./order-texts";
import { FormRows, KindBoxes } from "./form-rows";

type Props = {
  form: OrderForm;
  values: FormValues;
  /** Addresses of the forms that an invitation opens, by the id of the code. */
  invitations: Record<string, { name: string; path: string }[]>;
};

/** Codes for a discount, and invitations to kinds that are closed to others. */
export function CodeRows({ form, values, invitations }: Props) {
  const texts = useOrderTexts();
  const { code } = texts;
  const uses = new Map(form.codes.map((one) => [one.id, one.uses]));
  const benefits = CODE_BENEFITS.map((value) => ({ value, label: code.benefits[value] }));
  return (
    <FormPart title={code.title}>
      <p className="text-muted">{code.lead}</p>
      <FormRows list="codes" values={values} most={MAX_EVENT_CODES} labels={code} first={{ benefit: "percent" }}>
        {({ values: row }, index) => {
          const at = `codes.${index}`;
          return (
            <>
              <input type="hidden" name={`${at}.id`} value={row.id ?? ""} />
              <div className="grid gap-4 sm:grid-cols-3">
                <TextField
                  name={`${at}.code`}
                  label={code.code}
                  hint={row.id ? fill(code.uses, { count: uses.get(row.id) ?? 0 }) : code.hint}
                  defaultValue={row.code}
                  autoComplete="off"
                  maxLength={30}
                />
                <SelectField
                  name={`${at}.benefit`}
                  label={code.benefit}
                  options={benefits}
                  defaultValue={row.benefit}
                />
                <TextField
                  name={`${at}.value`}
                  label={code.value}
                  optional={code.valueHint}
                  inputMode="decimal"
                  defaultValue={row.value}
                  maxLength={12}
                />
              </div>
              <div className="grid gap-4 sm:grid-cols-3">
                <TextField
                  name={`${at}.max_uses`}
                  label={code.most}
                  optional={texts.optional}
                  inputMode="numeric"
                  defaultValue={row.max_uses}
                  maxLength={7}
                />
                <TextField
                  name={`${at}.starts_on`}
                  type="date"
                  label={code.starts}
                  optional={texts.optional}
                  defaultValue={row.starts_on}
                />
                <TextField
                  name={`${at}.ends_on`}
                  type="date"
                  label={code.ends}
                  optional={texts.optional}
                  defaultValue={row.ends_on}
                />
              </div>
              <KindBoxes name={`${at}.type_ids`} label={code.kinds} kinds={form.kinds} values={row} />
              <CheckboxField name={`${at}.opens_kinds`} label={code.opens} defaultChecked={row.opens_kinds === "on"} />
              {(invitations[row.id ?? ""] ?? []).map(({ name, path }) => (
                <p key={path} className="wrap-anywhere">
                  {code.link}{" "}
                  <a href={path} className="text-link underline underline-offset-4">
                    {name}
                  </a>
                </p>
              ))}
            </>
          );
        }}
      </FormRows>
    </FormPart>
  );
}
