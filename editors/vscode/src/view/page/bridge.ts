// The one channel of a page. What comes in is checked before it is used; what goes out is typed.

interface Api { postMessage(message: unknown): void; getState(): unknown; setState(state: unknown): void }

declare function acquireVsCodeApi(): Api;

export interface Bridge<Out> { send(message: Out): void; keep(state: unknown): void }

export function bridge<In, Out>(read: (value: unknown) => In | undefined, heard: (message: In) => void): Bridge<Out> {
  const api = acquireVsCodeApi();
  window.addEventListener('message', event => {
    const message = read(event.data);
    if (message !== undefined) heard(message);
  });
  return { send: message => api.postMessage(message), keep: state => api.setState(state) };
}
