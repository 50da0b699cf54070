import type { Municipality } from "@/lib/events/publishing/queries";
import type { RegistrationKind } from "@/lib/events/events/schema";
import type { EventStep, FormValues } from "@/lib/events/publishing/rules";
import type { Question } from "@/lib/events/registrations/questions/schema";
import type { Locale } from "@/lib/platform/i18n/routing";

export type EventFormProps = {
  locale: Locale;
  /** Values of the event that is edited, or the first values of a new one. */
  initial: FormValues;
  /** Municipalities of the first state. */
  towns: readonly Municipality[];
  /** Whether the portal can be paid now; without it a kind with a price is not published. */
  isPayable: boolean;
  /** The token of a publish link; its holder has no account. */
  link?: string;
  /** Signed URL of the stored poster, for the holder of a publish link. */
  posterPreview?: string | undefined;
  /** Signed URL of the stored image of the stands, for the holder of a publish link. */
  planPreview?: string | undefined;
  /** Questions that the portal asks for each kind of registration until the organiser changes them. */
  questions: Partial<Record<RegistrationKind, readonly Question[]>>;
  /** The step that is open first. */
  firstStep?: EventStep;
  /** Page that opens after saving, instead of the preview. */
  next?: string;
};

export type StepProps = EventFormProps & { values: FormValues };

export const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export type StepFieldsProps = StepProps & {
  step: EventStep;
  isShown: boolean;
  /** Values when the step was opened or the last change was stored. */
  current: FormValues;
  /** Stores the draft after a change that fires no event. */
  onKeep: () => void;
  /** Time at which the form was opened. */
  now: number;
};
