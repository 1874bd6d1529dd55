// Who answers the page: here the server. 'serve --static' puts another file in this place.

import { ServerBackend } from "./backend.js";

export const makeBackend = () => new ServerBackend();
