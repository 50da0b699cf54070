"use client";

import { TextField } from "@/components/form/text-field";
import { FormPart } from "@/components/panel/requests/form-part";
import type { OrderForm } from "@/lib/events/orders/schema";
import type { FormValues } from "@/lib/events/publishing/rules";
import { MAX_QUOTAS } from "@/lib/platform/supabase/database-constants/events";
import { useOrderTexts } from "./order-texts";
import { FormRows, KindBoxes } from "./form-rows";

type Props = { form: OrderForm; values: FormValues };

/** Places that several kinds share. */
export function QuotaRows({ form, values }: Props) {
  const texts = useOrderTexts();
  const { quota } = texts;
  return (
    <FormPart title={quota.title}>
      <p className="text-muted">{quota.lead}</p>
      <FormRows list="quotas" values={values} most={MAX_QUOTAS} labels={quota}>
        {({ values: row }, index) => (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField name={`quotas.${index}.name`} label={quota.name} defaultValue={row.name} maxLength={120} />
              <TextField
                name={`quotas.${index}.capacity`}
                label={quota.capacity}
                inputMode="numeric"
                defaultValue={row.capacity}
                maxLength={7}
              />
            </div>
            <KindBoxes name={`quotas.${index}.type_ids`} label={quota.kinds} kinds={form.kinds} values={row} />
          </>
        )}
      </FormRows>
    </FormPart>
  );
}
