import { PastEvents, pastEventsMetadata } from "../../../../past-events";

export const revalidate = 300;

export const generateMetadata = () => pastEventsMetadata(1);

export default function PastEventsPage() {
  return <PastEvents page={1} />;
}
