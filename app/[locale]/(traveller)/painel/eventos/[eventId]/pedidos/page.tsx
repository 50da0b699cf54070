import { getMessages } from "next-intl/server";
import { EventConsole } from "@/components/events/members/event-console";
import { OrderForm } from "@/components/events/orders/order-form";
import { readOrderForm } from "@/lib/events/orders/queries";
import { invitationsOf, orderValues } from "@/lib/events/orders/rules";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";
import { openConsole } from "../../own-event";

export const generateMetadata = unlistedMetadata("events/orders.console", "title");

/** Half price, quotas, add-ons and codes of the orders of an event. */
export default async function OwnOrdersPage({ params }: { params: Promise<{ eventId: string }> }) {
  const { own } = await openConsole((await params).eventId, "orders");
  const [form, { "events/orders": texts }] = [await readOrderForm(own.id), await getMessages()];
  return (
    <EventConsole own={own} current="orders">
      <OrderForm
        // Saved values are the first ones of a form that was made again.
        key={form.updated_at}
        event={own.id}
        zone={own.time_zone}
        form={form}
        invitations={invitationsOf(form, own.slug)}
        values={orderValues(form, own.time_zone)}
        texts={{ ...texts.console, band: texts.form.band }}
        validation={texts.validation}
      />
    </EventConsole>
  );
}
