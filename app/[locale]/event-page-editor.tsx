import { EventForm } from "@/app/[locale]/event-form";
import { EventChecklist } from "@/components/events/publishing/event-checklist";
import { formValues } from "@/lib/events/publishing/queries";
import { eventStep } from "@/lib/events/publishing/rules";
import type { SavedEvent } from "@/lib/events/publishing/schema";

type Props = {
  event: SavedEvent;
  /** Path of the page, of the console of the organiser or of the panel of the team. */
  path: string;
  /** The step in the address. */
  step: unknown;
};

/** What an event lacks, and its form below; the same for its organisers and for the team. */
export function EventPageEditor({ event, path, step }: Props) {
  const firstStep = eventStep(step);
  return (
    <>
      <EventChecklist event={event} path={path} />
      {event.status !== "cancelled" && (
        <div id="formulario" className="scroll-mt-20">
          <EventForm
            initial={formValues(event, event.publishes_directly)}
            next={path}
            adapt={(texts) => ({ ...texts, form: { ...texts.form, save: texts.form.saveHere } })}
            {...(firstStep && { firstStep })}
          />
        </div>
      )}
    </>
  );
}
