"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useFormAction } from "@/components/form/use-form-action";
import { FormPart } from "@/components/panel/requests/form-part";
import { fill } from "@/components/ui/fill";
import { notify } from "@/components/ui/notify";
import { saveOrderFormAction } from "@/lib/events/orders/actions";
import { refusedField } from "@/lib/events/orders/rules";
import type { OrderForm as Stored } from "@/lib/events/orders/schema";
import type { FormValues } from "@/lib/events/publishing/rules";
import { outcomeKey } from "@/lib/platform/outcome";
import { CHILD_AGE_BANDS, HALF_PRICE_LEAST_SHARE } from "@/lib/platform/supabase/database-constants/events";
import { AddonRows } from "./addon-rows";
import { CodeRows } from "./code-rows";
import { OrderTexts, useOrderTexts } from "./order-texts";
import { QuotaRows } from "./quota-rows";

type Texts = Messages["events/orders"];
type Props = {
  event: string;
  zone: string;
  form: Stored;
  values: FormValues;
  invitations: Record<string, { name: string; path: string }[]>;
  texts: Texts["console"] & { band: Texts["form"]["band"] };
  validation: Texts["validation"];
};

/** The page of the orders of an event as one form. */
export function OrderForm({ event, zone, form, values, invitations, texts, validation }: Props) {
  const router = useRouter();
  const { execute, result, isPending } = useFormAction(saveOrderFormAction, ({ data }) => {
    if (data.outcome !== "saved") return;
    // The saved form replaces this one, and a text in it with it.
    notify({ code: "system.done", variant: "success" });
    router.refresh();
  });
  const key = result.data && result.data.outcome !== "saved" && outcomeKey(result.data);
  const refused = result.data?.outcome === "refused" ? refusedField(result.data) : undefined;
  const errors = (result.validationErrors ?? refused) as FormErrors | undefined;
  return (
    <OrderTexts value={texts}>
      <ActionForm
        submit={execute}
        pending={isPending}
        errors={errors}
        texts={validation}
        hidden={{ event, zone, expected_version: form.updated_at ?? "" }}
        className="max-w-4xl gap-6"
      >
        <Rules form={form} values={values} />
        <AddonRows form={form} values={values} />
        <CodeRows form={form} values={values} invitations={invitations} />
        <QuotaRows form={form} values={values} />
        <p role="status" className="font-semibold empty:hidden">
          {key && texts.outcome[key]}
        </p>
        <SubmitButton label={texts.save} pendingLabel={texts.saving} pending={isPending} />
      </ActionForm>
    </OrderTexts>
  );
}

type RulesProps = Pick<Props, "form" | "values">;

/** People per order, half price by law, and children. */
function Rules({ form, values }: RulesProps) {
  const texts = useOrderTexts();
  return (
    <>
      <FormPart title={texts.people}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="rules.min_people"
            label={texts.least}
            inputMode="numeric"
            defaultValue={values["rules.min_people"]}
            maxLength={2}
          />
          <TextField
            name="rules.max_people"
            label={texts.most}
            inputMode="numeric"
            defaultValue={values["rules.max_people"]}
            maxLength={2}
          />
        </div>
      </FormPart>
      <FormPart title={texts.halfPrice}>
        <p className="text-muted">{fill(texts.halfPriceLead, { share: HALF_PRICE_LEAST_SHARE })}</p>
        <CheckboxField
          name="rules.half_price"
          label={texts.takesHalfPrice}
          defaultChecked={values["rules.half_price"] === "on"}
        />
        <TextField
          name="rules.half_price_share"
          label={texts.share}
          hint={
            form.half_price_left === null
              ? texts.shareFree
              : fill(texts.shareLeft, { left: Math.max(form.half_price_left, 0), total: form.ticket_total ?? 0 })
          }
          inputMode="numeric"
          defaultValue={values["rules.half_price_share"]}
          maxLength={3}
        />
      </FormPart>
      <FormPart title={texts.children}>
        <p className="text-muted">{texts.childrenLead}</p>
        <CheckboxField
          name="rules.allows_children"
          label={texts.allowsChildren}
          defaultChecked={values["rules.allows_children"] === "on"}
        />
        <div className="grid gap-4 sm:grid-cols-3">
          {CHILD_AGE_BANDS.map((band) => (
            <TextField
              key={band}
              name={`rules.child_prices.${band}`}
              label={fill(texts.childPrice, { band: texts.band[band] })}
              optional={texts.free}
              inputMode="decimal"
              defaultValue={values[`rules.child_prices.${band}`]}
              maxLength={12}
            />
          ))}
        </div>
      </FormPart>
    </>
  );
}
