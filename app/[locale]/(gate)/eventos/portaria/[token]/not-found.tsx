import { GateUnavailable } from "@/components/events/gate/gate-unavailable";

export default function NotFound() {
  return <GateUnavailable />;
}
