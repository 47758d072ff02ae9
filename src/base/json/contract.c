#include "json/contract.h"

const pdk_contract pdk_contract_keys = {
#define PDK_JSON_KEY(record, key, type, meaning) .record##_##key = #key,
#include "json/contract.def"
};
