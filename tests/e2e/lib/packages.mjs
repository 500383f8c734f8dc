/*
 * The packages that tests use are those of web-ui/, which has the only package.json. They are
 * looked up from there, so that nothing has to be installed, linked or set for tests/.
 */
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../../web-ui/package.json', import.meta.url));

export const Ajv = require('ajv').default;
export const yaml = require('yaml');
export const mqtt = require('mqtt');
export const nacl = require('tweetnacl');
export const mqttPacket = createRequire(require.resolve('mqtt'))('mqtt-packet'); /* what mqtt.js itself is made with */
/* those take a while, and few programs need them */
export const loadAsyncapi = () => require('@asyncapi/specs');
export const loadChromium = () => require('playwright-core').chromium;
export const axePath = require.resolve('axe-core/axe.min.js');
