import type { ReactNode } from "react";
import type { RegistrationKind } from "@/lib/events/events/schema";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { FormField } from "@/lib/events/registrations/questions/rules";
import type { OrderChoice } from "@/lib/events/registrations/orders/schema";
import type { RegistrationForm } from "@/lib/events/registrations/questions/schema";

export type FormProps = {
  /** The consent sentence with its link. */
  consent: ReactNode;
  locale: Locale;
  kind: RegistrationKind;
  type: {
    id: string;
    price_cents: number;
    max_vehicles: number;
    max_companions: number;
    requires_approval: boolean;
    required_documents: string[];
    /** Classes of vehicles to choose from; without any the person writes one. */
    classes: string[];
  };
  /** Version of the form whose questions are `fields`. */
  version: string | null;
  fields: readonly FormField[];
  stands: RegistrationForm["stands"];
  isWaiting: boolean;
  /** What an order may have more; null when the event offers nothing of it. */
  order: OrderChoice | null;
  /** A draft of another device, opened by its link. */
  sharedDraft: Draft | null;
  prefill: { full_name: string; email: string; phone: string; code: string };
};

/** Values of a form that was not sent yet, by field name. */
export type Values = Readonly<Record<string, string>>;
export type Draft = { values: Values; companions: number; vehicles: number };
