"use client";

import { TextField } from "@/components/form/text-field";
import { FormPart } from "@/components/panel/requests/form-part";
import { fill } from "@/components/ui/fill";
import type { OrderForm } from "@/lib/events/orders/schema";
import type { FormValues } from "@/lib/events/publishing/rules";
import { MAX_ADDON_VARIANTS, MAX_ADDONS } from "@/lib/platform/supabase/database-constants/events";
import { useOrderTexts } from "./order-texts";
import { FormRows } from "./form-rows";

type Props = { form: OrderForm; values: FormValues };

/** Things that are ordered with a registration, each with its variants and their stock. */
export function AddonRows({ form, values }: Props) {
  const texts = useOrderTexts();
  const { addon } = texts;
  const ordered = new Map(form.addons.flatMap(({ variants }) => variants.map((one) => [one.id, one.ordered] as const)));
  return (
    <FormPart title={addon.title}>
      <p className="text-muted">{addon.lead}</p>
      <FormRows
        list="addons"
        values={values}
        most={MAX_ADDONS}
        labels={addon}
        first={{ max_per_order: "10", "variants.0.name": "" }}
      >
        {({ values: row }, index) => (
          <>
            <input type="hidden" name={`addons.${index}.id`} value={row.id ?? ""} />
            <TextField name={`addons.${index}.name`} label={addon.name} defaultValue={row.name} maxLength={120} />
            <TextField
              name={`addons.${index}.description`}
              label={addon.description}
              optional={texts.optional}
              defaultValue={row.description}
              maxLength={300}
            />
            <div className="grid gap-4 sm:grid-cols-3">
              <TextField
                name={`addons.${index}.price_cents`}
                label={addon.price}
                inputMode="decimal"
                defaultValue={row.price_cents}
                maxLength={12}
              />
              <TextField
                name={`addons.${index}.max_per_order`}
                label={addon.most}
                inputMode="numeric"
                defaultValue={row.max_per_order}
                maxLength={3}
              />
              <TextField
                name={`addons.${index}.closes_on`}
                type="date"
                label={addon.closes}
                optional={texts.optional}
                defaultValue={row.closes_on}
              />
            </div>
            <FormRows list="variants" values={row} most={MAX_ADDON_VARIANTS} labels={addon.variant}>
              {({ values: variant }, place) => {
                const at = `addons.${index}.variants.${place}`;
                const taken = ordered.get(variant.id ?? "");
                return (
                  <div className="grid gap-4 sm:grid-cols-2">
                    <input type="hidden" name={`${at}.id`} value={variant.id ?? ""} />
                    <TextField
                      name={`${at}.name`}
                      label={addon.variant.name}
                      hint={addon.variant.hint}
                      optional={texts.optional}
                      defaultValue={variant.name}
                      maxLength={60}
                    />
                    <TextField
                      name={`${at}.stock`}
                      label={addon.variant.stock}
                      hint={taken ? fill(addon.variant.ordered, { count: taken }) : undefined}
                      optional={texts.optional}
                      inputMode="numeric"
                      defaultValue={variant.stock}
                      maxLength={7}
                    />
                  </div>
                );
              }}
            </FormRows>
          </>
        )}
      </FormRows>
    </FormPart>
  );
}
